package io.shardstream.cli.status;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.cli.exit.ExitCodes;
import io.shardstream.common.contract.record.Phase;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

class PhaseGoalTest {
    @ParameterizedTest
    @EnumSource(Phase.class)
    void thePhaseItselfIsReached(Phase phase) {
        assertThat(new PhaseGoal(phase).reached(phase, false, () -> true)).hasValue(ExitCodes.DONE);
    }

    @Test
    void aLaterPhaseIsAsGood() {
        PhaseGoal goal = new PhaseGoal(Phase.CATCHING_UP);
        assertThat(goal.reached(Phase.BACKFILL, false, () -> true)).isEmpty();
        assertThat(goal.reached(Phase.CUTTING_OVER, false, () -> true)).hasValue(ExitCodes.DONE);
        assertThat(goal.reached(Phase.COMPLETED, false, () -> true)).hasValue(ExitCodes.DONE);
    }

    @ParameterizedTest
    @EnumSource(
            value = Phase.class,
            mode = Mode.EXCLUDE,
            names = {"ABORTED"})
    void aRunThatWasGivenUpReachesNothingElse(Phase wanted) {
        assertThat(new PhaseGoal(wanted).reached(Phase.ABORTED, false, () -> true))
                .hasValue(ExitCodes.FAILED);
    }

    @Test
    void aRunThatIsCompleteIsNotGivenUpAnyMore() {
        assertThat(new PhaseGoal(Phase.ABORTED).reached(Phase.CUTTING_OVER, false, () -> true))
                .isEmpty();
        assertThat(new PhaseGoal(Phase.ABORTED).reached(Phase.COMPLETED, false, () -> true))
                .hasValue(ExitCodes.FAILED);
    }

    @Test
    void aBlockedRunIsNotWaitedForUnlessItIsThereAlready() {
        assertThat(new PhaseGoal(Phase.COMPLETED).reached(Phase.BACKFILL, true, () -> true))
                .hasValue(ExitCodes.BLOCKED);
        assertThat(new PhaseGoal(Phase.BACKFILL).reached(Phase.CATCHING_UP, true, () -> true))
                .hasValue(ExitCodes.DONE);
    }

    @Test
    void aRunThatReadsEverythingAgainHasNotCaughtUp() {
        PhaseGoal goal = new PhaseGoal(Phase.CATCHING_UP);
        assertThat(goal.reached(Phase.CATCHING_UP, false, () -> false)).isEmpty();
        assertThat(goal.reached(Phase.CUTTING_OVER, false, () -> false)).hasValue(ExitCodes.DONE);
        assertThat(new PhaseGoal(Phase.BACKFILL).reached(Phase.CATCHING_UP, false, () -> false))
                .hasValue(ExitCodes.DONE);
    }

    /// Its lanes may have lost records, or its target: what is committed says nothing then.
    @Test
    void aBlockedRunHasNotCaughtUp() {
        assertThat(new PhaseGoal(Phase.CATCHING_UP).reached(Phase.CATCHING_UP, true, () -> true))
                .hasValue(ExitCodes.BLOCKED);
    }
}
