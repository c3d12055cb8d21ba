package io.shardstream.ittests.cutover;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.ittests.proxy.HoldPoint;
import io.shardstream.ittests.server.RealServers;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Processes are killed and told to stop at every step of a cut-over and of a rollback, one step after the other,
/// while an application writes through the alias. What `status` says is true each time, production takes writes in the
/// end, and nothing that was acknowledged is lost.
@Tag("long")
@RealServers
class EveryStepServersTest {
    private static final String[] CONTROLLERS = {"control", "cutover", "rollback"};
    private static final String[] ALL = {"control", "cutover", "rollback", "reader", "writer"};

    private final Set<String> seen = Collections.synchronizedSet(new LinkedHashSet<>());

    /// What happens at a step.
    enum Death {
        CONTROLLER_KILLED,
        CONTROLLER_STOPPED,
        READER_KILLED,
        WRITER_KILLED,
        ALL_KILLED
    }

    @ParameterizedTest
    @CsvSource({
        "ALL_KILLED, TOLD",
        "CONTROLLER_KILLED, TOLD",
        "CONTROLLER_KILLED, TAKEN",
        "CONTROLLER_STOPPED, TOLD",
        "READER_KILLED, TOLD",
        "WRITER_KILLED, TOLD"
    })
    void aCutOverComesToAnEndWhateverDiesAtItsSteps(Death death, StepPoint at) {
        try (SteppedRun run = SteppedRun.create()) {
            HoldPoint point = at.next(seen);
            run.startMissing();
            while (run.isCutOverHeld(point)) {
                happen(death, run, point);
                // It must be there before anybody goes on.
                point = at.next(seen);
                run.startMissing();
            }
            point.pass();
            run.assertNothingIsLost();
            assertThat(run.production()).isEqualTo(run.followed.target());
        }
        tell(death, at);
        assertThat(seen).contains("block writes to the source", "fence: take the write alias away", "swap");
    }

    @ParameterizedTest
    @CsvSource({"CONTROLLER_KILLED, TOLD", "CONTROLLER_KILLED, TAKEN", "CONTROLLER_STOPPED, TOLD"})
    void aRollbackComesToAnEndWhateverDiesAtItsSteps(Death death, StepPoint at) {
        try (SteppedRun run = SteppedRun.cutOver()) {
            HoldPoint point = at.next(seen);
            while (run.isRollbackHeld(point)) {
                happen(death, run, point);
                point = at.next(seen);
            }
            point.pass();
            run.assertNothingIsLost();
            assertThat(run.production()).isEqualTo(run.followed.source());
        }
        tell(death, at);
        assertThat(seen).contains("block writes to the target", "swap back");
        if (death != Death.CONTROLLER_STOPPED) {
            // One that is told to stop when it swaps back lifts the block before it leaves, and is not held again.
            assertThat(seen).contains("lift the source's write block");
        }
    }

    /// @param point where the controller is held
    private static void happen(Death death, SteppedRun run, HoldPoint point) {
        switch (death) {
            case CONTROLLER_KILLED -> killed(run, point, CONTROLLERS);
            case ALL_KILLED -> killed(run, point, ALL);
            case CONTROLLER_STOPPED -> {
                run.askToStop(CONTROLLERS);
                point.pass();
                run.awaitEnd(CONTROLLERS);
                run.client.awaitMore();
                run.assertStatusIsTrue();
            }
            case READER_KILLED -> {
                run.kill("reader");
                point.pass();
            }
            case WRITER_KILLED -> {
                run.kill("writer");
                point.pass();
            }
        }
    }

    private static void killed(SteppedRun run, HoldPoint point, String... parts) {
        run.kill(parts);
        run.assertStatusIsTrue();
        point.pass();
    }

    private void tell(Death death, StepPoint at) {
        System.out.printf("%s, %s: %d steps: %s%n", death, at, seen.size(), seen);
    }
}
