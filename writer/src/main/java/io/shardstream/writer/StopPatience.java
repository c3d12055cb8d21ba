package io.shardstream.writer;

import io.shardstream.common.access.RefusedUser;
import io.shardstream.common.access.Refusals;
import io.shardstream.writer.answer.StopCause;
import java.time.Duration;
import java.util.function.LongSupplier;

/// Tells which of the answers by which nothing can be written may pass by themselves, and for how long.
final class StopPatience {
    private static final Duration IN_FRONT = Duration.ofMinutes(2);

    private final Fence fence;
    private final Patience inFront;
    private final Refusals refusals;
    private final FoldedLog log;

    StopPatience(Fence fence, Refusals refusals, FoldedLog log, LongSupplier nanoTime) {
        this.inFront = new Patience(IN_FRONT, nanoTime);
        this.fence = fence;
        this.refusals = refusals;
        this.log = log;
    }

    /// Whether that may pass, so that what was sent is to be sent again.
    ///
    /// @param node that was asked
    boolean isLeft(StopCause cause, String serverSaid, String node) {
        return switch (cause) {
            case CREDENTIALS, CERTIFICATE -> {
                String sentence = RefusedUser.sentence("target", cause == StopCause.CREDENTIALS, serverSaid);
                log.warn("access", sentence);
                refusals.refused(node, sentence);
                yield true;
            }
            case NO_TARGET -> {
                boolean mayPass = fence.mayPass();
                if (mayPass) {
                    log.warn("fence", "The target has no write alias at the moment: " + serverSaid);
                }
                yield mayPass;
            }
            case NOT_THE_TARGET -> {
                boolean mayPass = inFront.isLeft();
                if (mayPass) {
                    log.warn(
                            "in front",
                            "Something in front of the target has answered a bulk, which is sent again: " + serverSaid);
                }
                yield mayPass;
            }
            case CLOSED, OTHER_CLUSTER, PIPELINE, NOT_WRITTEN, REQUEST -> false;
        };
    }

    /// The target took all of a bulk.
    void passed(String node) {
        fence.passed();
        inFront.end();
        refusals.passed(node);
    }
}
