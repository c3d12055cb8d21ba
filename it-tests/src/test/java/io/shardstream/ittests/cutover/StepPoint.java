package io.shardstream.ittests.cutover;

import io.shardstream.ittests.proxy.Direction;
import io.shardstream.ittests.proxy.FaultProxy;
import io.shardstream.ittests.proxy.HoldPoint;
import io.shardstream.ittests.server.Servers;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Pattern;

/// Where a controller is held on its way through the steps of a request.
enum StepPoint {
    /// The step is written down, and nothing of it is done: the controller waits for Kafka to say so.
    TOLD,
    /// It is done, and nobody has written that down, nor what comes next.
    TAKEN;

    private static final Pattern STEP = Pattern.compile(", step '(.*?)' (begun|done)(?=,|$)");

    /// Holds the controller at the next step of which it has not been held yet.
    ///
    /// @param seen the names of those steps, to which that of the next is added
    HoldPoint next(Set<String> seen) {
        FaultProxy kafka = Servers.kafka().proxy();
        return switch (this) {
            case TOLD -> {
                AtomicBoolean isWritten = new AtomicBoolean();
                yield kafka.hold(
                        Direction.ANSWER,
                        exchange -> {
                            if (!isWritten.get() && isNew(exchange, "begun", seen)) {
                                isWritten.set(true);
                            }
                            return isWritten.get() && exchange.startsWith("END_TXN shardstream-controller");
                        },
                        1);
            }
            case TAKEN -> {
                AtomicBoolean isHeld = new AtomicBoolean();
                yield kafka.hold(
                        Direction.REQUEST,
                        exchange -> !isHeld.get() && isNew(exchange, "done", seen) && !isHeld.getAndSet(true),
                        1);
            }
        };
    }

    private static boolean isNew(String exchange, String state, Set<String> seen) {
        return STEP.matcher(exchange)
                .results()
                .anyMatch(step -> step.group(2).equals(state) && seen.add(step.group(1)));
    }
}
