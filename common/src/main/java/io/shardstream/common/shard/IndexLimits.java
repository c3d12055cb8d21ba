package io.shardstream.common.shard;

import java.time.Duration;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// What an index's settings say about reading it.
///
/// @param maxResultWindow `index.max_result_window`
/// @param maxTerms `index.max_terms_count`
/// @param refreshInterval `index.refresh_interval`, such as `1s` or `-1`
/// @param syncInterval after what time at most writes are on a disk that are acknowledged before
///     (`index.translog.sync_interval`, where `index.translog.durability` is `async`); empty where they are
///     there first
record IndexLimits(int maxResultWindow, int maxTerms, String refreshInterval, Optional<Duration> syncInterval) {
    private static final int DEFAULT_MAX_RESULT_WINDOW = 10_000;
    private static final int DEFAULT_MAX_TERMS = 65_536;
    private static final String DEFAULT_REFRESH_INTERVAL = "1s";
    private static final Duration DEFAULT_SYNC_INTERVAL = Duration.ofSeconds(5);

    /// @param settings those that were set, flat
    static IndexLimits of(JsonNode settings) {
        return new IndexLimits(
                atLeastOne(settings.path("index.max_result_window"), DEFAULT_MAX_RESULT_WINDOW),
                atLeastOne(settings.path("index.max_terms_count"), DEFAULT_MAX_TERMS),
                settings.path("index.refresh_interval").asString(DEFAULT_REFRESH_INTERVAL),
                Optional.of(settings)
                        .filter(given -> given.path("index.translog.durability")
                                .asString("")
                                .equalsIgnoreCase("async"))
                        .map(given -> given.path("index.translog.sync_interval").asString(""))
                        .map(text -> ServerTime.parse(text).orElse(DEFAULT_SYNC_INTERVAL)));
    }

    /// Servers take no less (`IndexSettings`); whoever works in portions of none would not come to an end.
    private static int atLeastOne(JsonNode setting, int byDefault) {
        long told = setting.asLongOpt().orElse(byDefault);
        return told < 1 ? byDefault : (int) Math.min(told, Integer.MAX_VALUE);
    }

    /// Whether the index refreshes without being asked; a negative interval says that it does not.
    boolean refreshesByItself() {
        return !refreshInterval.startsWith("-");
    }
}
