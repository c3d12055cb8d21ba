package io.shardstream.control.cutover;

import io.shardstream.control.controller.Term;
import java.util.Optional;

/// The target's mapping as production is to find it: with all that the source's has, and taking new fields as that
/// does. Nobody of the run writes to the target any more when it is given this.
record LastMapping(Around around, Term term, Steps steps) {
    static final String STEP = "give the target's mapping its last form";

    void give() throws Exception {
        if (around.mapping().isFollowed(term)) {
            steps.take(STEP, "it is the source's", () -> {
                boolean holds = around.mapping().holds(term);
                if (holds) {
                    around.mapping().open(term);
                }
                return Optional.of(holds);
            });
        }
    }
}
