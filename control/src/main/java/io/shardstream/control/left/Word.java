package io.shardstream.control.left;

import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.record.Controller;
import io.shardstream.common.record.Step;
import java.time.Instant;
import java.util.Comparator;

/// The last that a controller has told of what it does. Another one means that somebody was at work since.
///
/// @param epoch of the run's last controller
/// @param told when it told its last step
record Word(long epoch, Instant told) {
    static Word in(ControlRecords said) {
        return new Word(
                said.of(Controller.KEY, Controller::decode)
                        .map(Controller::epoch)
                        .orElse(0L),
                said.all(Step.KEY_PREFIX, Step::decode).stream()
                        .map(Step::at)
                        .max(Comparator.naturalOrder())
                        .orElse(Instant.EPOCH));
    }
}
