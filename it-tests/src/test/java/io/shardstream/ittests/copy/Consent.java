package io.shardstream.ittests.copy;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// The consent that commands need where there is no terminal: tests give it wherever it is asked for.
public final class Consent {
    private static final Set<String> ASKING = Set.of("cutover", "release", "abort", "resume");
    private static final String YES = "--yes";

    private Consent() {}

    /// @param options of the command, as many as there are
    /// @return the same, and the consent
    public static List<String> with(String command, List<String> options) {
        List<String> all = new ArrayList<>(options);
        if (ASKING.contains(command) && !all.contains(YES)) {
            all.add(YES);
        }
        return all;
    }
}
