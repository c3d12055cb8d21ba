package io.shardstream.control.index.server;

import io.shardstream.common.shard.ServerTime;
import io.shardstream.control.state.finding.Finding;
import io.shardstream.control.state.finding.FindingCode;
import java.time.Duration;
import java.util.Optional;

/// How long a cluster keeps a point in time that nobody asks anything of, at most (`search.max_keep_alive`).
public final class KeepAliveRule {
    private static final String SETTING = "search.max_keep_alive";

    /// Between two requests for a shard documents are sent to Kafka and acknowledged, and a limit on what is
    /// read may hold the next one back. What is kept for longer is touched meanwhile.
    private static final Duration SHORTEST = Duration.ofSeconds(30);

    private KeepAliveRule() {}

    /// Empty where it is long enough, or where the cluster does not tell.
    ///
    /// @param settings of the source's cluster; its index is read through points in time
    public static Optional<Finding> of(ClusterSettings settings) {
        Optional<Duration> most = settings.get(SETTING).flatMap(ServerTime::parse);
        if (most.isEmpty() || most.get().compareTo(SHORTEST) >= 0) {
            return Optional.empty();
        }
        return Optional.of(Finding.blocks(
                FindingCode.KEEP_ALIVE_SHORT,
                "The source keeps a point in time for "
                        + settings.get(SETTING).orElseThrow() + " at most (" + SETTING
                        + "), and a shard of this index is read through one: it may be gone before the next request.",
                "Set " + SETTING + " of the source's cluster to 1m or more until the run has ended."));
    }
}
