package io.shardstream.control.metrics;

import io.shardstream.common.metrics.MetricSource;
import io.shardstream.control.view.RunView;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Supplier;

/// What a process that stays when its run is complete sees of it: how the run stands, and whether clients can
/// write, which a rollback keeps them from. What was read and written is told of a run that goes on.
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
        });
    }
}
