package io.shardstream.common.primary;

import tools.jackson.databind.JsonNode;

/// What an index's settings say about reading it.
///
/// @param maxResultWindow `index.max_result_window`
/// @param refreshInterval `index.refresh_interval`, such as `1s` or `-1`
/// @param syncsLater whether writes are acknowledged before they are on a disk, `index.translog.durability: async`
record IndexLimits(int maxResultWindow, String refreshInterval, boolean syncsLater) {
    private static final int DEFAULT_MAX_RESULT_WINDOW = 10_000;
    private static final String DEFAULT_REFRESH_INTERVAL = "1s";

    /// @param settings those that were set, flat
    static IndexLimits of(JsonNode settings) {
        return new IndexLimits(
                (int) settings.path("index.max_result_window").asLongOpt().orElse(DEFAULT_MAX_RESULT_WINDOW),
                settings.path("index.refresh_interval").asString(DEFAULT_REFRESH_INTERVAL),
                settings.path("index.translog.durability").asString("").equalsIgnoreCase("async"));
    }

    /// Whether the index refreshes without being asked; a negative interval says that it does not.
    boolean refreshesByItself() {
        return !refreshInterval.startsWith("-");
    }
}
