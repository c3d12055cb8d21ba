package io.shardstream.control.state.finding;

import java.util.List;

/// Names in a sentence, of which there may be very many.
public final class NameList {
    private static final int MOST = 10;

    private NameList() {}

    public static String of(List<String> names) {
        String first = String.join(", ", names.stream().limit(MOST).toList());
        return names.size() > MOST ? first + " and " + (names.size() - MOST) + " more" : first;
    }
}
