package io.shardstream.control.cutover;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Settings by which the target would take or show clients' writes otherwise than the source.
final class TargetConduct {
    private static final String NO_REFRESH = "-1";
    private static final String NO_PIPELINE = "_none";

    private TargetConduct() {}

    /// What differs so, as parts of a sentence; empty if nothing does.
    ///
    /// @param index the target's name
    /// @param from the source's settings by full name
    /// @param to the target's
    static List<String> problems(String index, Map<String, String> from, Map<String, String> to) {
        List<String> problems = new ArrayList<>();
        if (isAsynchronous(to) && !isAsynchronous(from)) {
            problems.add("target index '" + index + "' has index.translog.durability async and the source has not");
        }
        for (String pipeline : List.of("index.default_pipeline", "index.final_pipeline")) {
            String wanted = from.getOrDefault(pipeline, NO_PIPELINE);
            String found = to.getOrDefault(pipeline, NO_PIPELINE);
            if (!found.equals(wanted)) {
                problems.add("target index '" + index + "' has " + pipeline + " " + found + " and the source " + wanted
                        + ", by which clients' documents would be processed");
            }
        }
        if (NO_REFRESH.equals(to.get("index.refresh_interval"))
                && !NO_REFRESH.equals(from.get("index.refresh_interval"))) {
            problems.add("target index '" + index + "' has index.refresh_interval -1 and the source has not");
        }
        return problems;
    }

    private static boolean isAsynchronous(Map<String, String> settings) {
        return "async".equalsIgnoreCase(settings.get("index.translog.durability"));
    }
}
