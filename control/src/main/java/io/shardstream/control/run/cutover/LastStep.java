package io.shardstream.control.run.cutover;

import io.shardstream.common.contract.record.Controller;
import io.shardstream.common.contract.record.Step;
import io.shardstream.common.kafka.ControlRecords;
import java.time.Instant;
import java.util.Comparator;

/// The last step that a controller has told. Another one means that somebody was at work since.
///
/// @param epoch of the run's last controller
/// @param told when that step was told, by the clock of whoever told it
record LastStep(long epoch, Instant told) {
    static LastStep in(ControlRecords said) {
        return new LastStep(
                said.of(Controller.KEY, Controller::decode)
                        .map(Controller::epoch)
                        .orElse(0L),
                // Clocks of two controllers need not agree.
                said.all(Step.KEY_PREFIX, Step::decode).stream()
                        .max(Comparator.comparingLong(Step::epoch).thenComparing(Step::at))
                        .map(Step::at)
                        .orElse(Instant.EPOCH));
    }
}
