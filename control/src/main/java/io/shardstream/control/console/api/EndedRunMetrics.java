package io.shardstream.control.console.api;

import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.metrics.MetricSource;
import io.shardstream.control.console.view.ControlTopicView;
import io.shardstream.control.console.view.RunView;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Supplier;

/// What a process that stays when its run is complete sees of it: how the run stands, whether clients can
/// write, which a rollback keeps them from, what `verify` has found, and what a copy lacks that nobody has
/// agreed to. What was read and written is told of a run that goes on.
///
/// @param view the newest; nothing is told before there is one
/// @param clock by which a view is old
public record EndedRunMetrics(Supplier<Optional<RunView>> view, InstantSource clock) implements MetricSource {
    @Override
    public void tell(Readings to) {
        view.get().ifPresent(run -> {
            RunMetrics.phase(run.standing(), to);
            RunMetrics.refused(run.standing(), to);
            RunMetrics.age(run, clock, to);
            if (run.standing().phase().equals(Phase.COMPLETED.label())) {
                RunMetrics.verified(run.standing(), to);
                if (!isAgreedTo(run.standing())) {
                    RunMetrics.lacking(run, to);
                }
            }
        });
    }

    /// A cut-over or `release` was agreed to with what the target lacks, and says why the run has ended.
    private static boolean isAgreedTo(ControlTopicView standing) {
        return !standing.why().isEmpty();
    }
}
