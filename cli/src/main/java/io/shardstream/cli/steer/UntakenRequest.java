package io.shardstream.cli.steer;

import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.record.Controller;
import io.shardstream.common.record.Request;
import io.shardstream.common.record.Step;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/// A request that nobody has begun for long, while no step of another one moves either. A process that stands still
/// controls the run as long as Kafka hears of it, and nobody else does.
final class UntakenRequest {
    /// More than a controller takes that is asking servers for something.
    private static final Duration LONG = Duration.ofSeconds(30);

    private final Request request;
    private final String self;
    private final InstantSource clock;
    private List<ByteBuffer> steps = List.of();
    private Instant since;
    private boolean isTold;

    /// @param self this process, which may control the run itself
    UntakenRequest(Request request, String self, InstantSource clock) {
        this.request = request;
        this.self = self;
        this.clock = clock;
        this.since = clock.instant();
    }

    /// What to look for, once; empty if there is nothing to say.
    ///
    /// @param said what the control topic says now
    Optional<String> sentence(ControlRecords said) {
        // Whether they can be read is for those to say who go by them.
        List<ByteBuffer> now = said.all(Step.KEY_PREFIX, ByteBuffer::wrap);
        if (!now.equals(steps)) {
            steps = now;
            since = clock.instant();
        }
        boolean isBegun =
                !said.all(Step.keyPrefix(request.id()), ByteBuffer::wrap).isEmpty();
        Optional<Controller> controller = said.of(Controller.KEY, Controller::decode);
        boolean isOurs = controller.filter(one -> one.who().equals(self)).isPresent();
        if (isTold || isBegun || isOurs || clock.instant().isBefore(since.plus(LONG))) {
            return Optional.empty();
        }
        isTold = true;
        return Optional.of("'" + request.kind().label() + "' was not begun for " + LONG.toSeconds() + " s. "
                + controller
                        .map(one -> "The process " + one.who() + " controls the run: if it stands still,"
                                + " end it, and another one takes over.")
                        .orElse("No process has controlled the run yet."));
    }
}
