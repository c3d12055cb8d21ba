package io.shardstream.control.survey.server;

import io.shardstream.common.primary.ServerTime;
import io.shardstream.control.finding.Finding;
import io.shardstream.control.finding.FindingCode;
import java.time.Duration;
import java.util.Optional;

/// How long a cluster keeps a point in time that nobody asks anything of, at most (`search.max_keep_alive`).
public final class KeepAliveRule {
    private static final String SETTING = "search.max_keep_alive";

    /// As long as readers ask for; they take less where that is all they get.
    private static final Duration WANTED = Duration.ofMinutes(5);

    /// Between two requests for a shard documents are sent to Kafka and acknowledged.
    private static final Duration SHORTEST = Duration.ofSeconds(10);

    private KeepAliveRule() {}

    /// Empty where it is long enough, or where the cluster does not tell.
    ///
    /// @param settings of the source's cluster; its index is read through points in time
    public static Optional<Finding> of(ClusterSettings settings) {
        Optional<Duration> most = settings.get(SETTING).flatMap(ServerTime::parse);
        if (most.isEmpty() || most.get().compareTo(WANTED) >= 0) {
            return Optional.empty();
        }
        String what = "The source keeps a point in time for "
                + settings.get(SETTING).orElseThrow()
                + " at most (" + SETTING + "), and a shard of this index is read through one: whenever reading stands"
                + " still for longer, it begins again.";
        String advice = "Set " + SETTING + " of the source's cluster to 5m or more until the run has ended.";
        return Optional.of(
                most.get().compareTo(SHORTEST) < 0
                        ? Finding.blocks(FindingCode.KEEP_ALIVE_SHORT, what, advice)
                        : Finding.warns(FindingCode.KEEP_ALIVE_SHORT, what, advice));
    }
}
