package io.shardstream.control.run.block;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.control.index.cluster.GivenUpException;
import io.shardstream.control.state.controller.ControllerEpoch;
import java.time.Duration;
import java.util.Optional;

/// The target's mapping as production is to find it: with all that the source's has, and taking new fields as
/// that does. Nobody of the run writes to the target any more when it is given this.
public record LastMapping(CutoverContext around, ControllerEpoch term, Steps steps) {
    static final String STEP = "give the target's mapping its last form";
    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);
    private static final int LOOKS = 4;

    /// Nothing forces it: under the block the same would be waited for. What is on its way is there a moment
    /// later.
    public static void require(CutoverContext around, ControllerEpoch term, Steps steps) throws Exception {
        for (int look = 1; !steps.tried(() -> around.mapping().holds(term)); look++) {
            if (look == LOOKS || around.mapping().isRefused()) {
                throw new GivenUpException("the " + why(around, term) + ", and a cut-over would wait for that while"
                        + " writes are refused: see to that first");
            }
            steps.sleeper().sleep(BETWEEN_LOOKS);
        }
    }

    /// What comes into the source's mapping right before the block is carried. Nobody waits for what the target
    /// refuses.
    public static void lookUnderBlock(CutoverContext around, ControllerEpoch term) {
        around.mapping().lookIfDue(term);
        requireTaken(around, term);
    }

    private static void requireTaken(CutoverContext around, ControllerEpoch term) {
        if (around.mapping().isRefused()) {
            throw new GivenUpException("the " + why(around, term));
        }
    }

    private static String why(CutoverContext around, ControllerEpoch term) {
        String trouble = around.mapping().trouble();
        return "mapping of target index '" + term.plan().targetIndex() + "' does not have what the source's has yet"
                + (trouble.isEmpty() ? "" : " (" + trouble + ")");
    }

    public void give() throws Exception {
        if (around.mapping().isFollowed(term)) {
            steps.take(STEP, "it is the source's", () -> {
                if (!around.mapping().holds(term)) {
                    requireTaken(around, term);
                    throw new ElasticException.Malformed(why(around, term));
                }
                around.mapping().open(term);
                return Optional.of(true);
            });
        }
    }
}
