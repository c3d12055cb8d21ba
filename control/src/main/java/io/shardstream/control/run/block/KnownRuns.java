package io.shardstream.control.run.block;

import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.RunPlan;
import java.util.List;
import java.util.Optional;

/// The runs that have topics in the Kafka of a process.
@FunctionalInterface
public interface KnownRuns {
    /// Of a Kafka that is not asked.
    KnownRuns NONE = _ -> new Seen(List.of(), Optional.empty());

    /// All but one, as far as they can be read soon.
    ///
    /// @param own name of that one
    Seen others(String own);

    /// What there is.
    ///
    /// @param runs those that were prepared
    /// @param unseen which runs could not be seen, and why, as the end of a sentence; empty if all were
    record Seen(List<Known> runs, Optional<String> unseen) {
        public Seen {
            runs = List.copyOf(runs);
        }
    }

    /// A run as its control topic tells it.
    ///
    /// @param isOver whether nobody needs its indices any more: it was given up or rolled back, or is
    ///     complete and has no way back
    record Known(String run, RunPlan plan, Phase phase, boolean isOver) {}
}
