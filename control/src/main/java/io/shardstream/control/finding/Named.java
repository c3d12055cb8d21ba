package io.shardstream.control.finding;

import java.util.List;

/// Names in a sentence, of which there may be very many.
public final class Named {
    private static final int MOST = 10;

    private Named() {}

    public static String of(List<String> names) {
        String first = String.join(", ", names.stream().limit(MOST).toList());
        return names.size() > MOST ? first + " and " + (names.size() - MOST) + " more" : first;
    }
}
