package io.shardstream.control.run;

import static io.shardstream.control.state.RunStates.state;
import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.control.state.RunState;
import java.util.List;
import org.junit.jupiter.api.Test;

class CompletionTest {
    private final Completion completion = new Completion();

    @Test
    void aCopyIsNotCompleteBeforeEveryShardIsRead() {
        assertThat(completion.reachedBy(state(List.of(9L, 3L), List.of(10L, 4L), List.of(10L, 4L))))
                .isFalse();
    }

    @Test
    void aCopyIsNotCompleteBeforeEveryLaneIsWritten() {
        assertThat(completion.reachedBy(state(List.of(9L, 4L), List.of(10L, 5L), List.of(10L, 4L))))
                .isFalse();
    }

    @Test
    void aCopyIsCompleteWhenEveryLaneIsWrittenAsFarAsItReachedWhenTheGoalWasRead() {
        completion.reachedBy(state(List.of(9L, 4L), List.of(10L, 5L), List.of(3L, 0L)));

        assertThat(completion.reachedBy(state(List.of(30L, 4L), List.of(31L, 5L), List.of(10L, 5L))))
                .as("what came later need not be written")
                .isTrue();
    }

    @Test
    void recordsThatCameBeforeTheGoalWasReadCount() {
        completion.reachedBy(state(List.of(2L, 4L), List.of(3L, 5L), List.of(3L, 5L)));

        assertThat(completion.reachedBy(state(List.of(9L, 4L), List.of(10L, 5L), List.of(3L, 5L))))
                .isFalse();
    }

    @Test
    void aShardThatWasNotBegunIsNotRead() {
        assertThat(completion.reachedBy(state(List.of(9L, -1L), List.of(10L, 0L), List.of(10L, 0L))))
                .isFalse();
    }

    /// Nobody has looked while the shard was read again: `status --wait` sleeps between two looks.
    @Test
    void aHistoryThatWasReadBetweenTwoLooksIsToBeWrittenToo() {
        RunState before = state(List.of(9L, 4L), List.of(10L, 5L), List.of(3L, 0L));
        completion.reachedBy(before);
        RunState after = state(List.of(9L, 6L), List.of(10L, 12L), List.of(10L, 5L));
        assertThat(completion.reachedBy(withGoals(after, List.of(9L, 6L)))).isFalse();
        RunState written = state(List.of(9L, 6L), List.of(10L, 12L), List.of(10L, 12L));
        assertThat(completion.reachedBy(withGoals(written, List.of(9L, 6L)))).isTrue();
    }

    private static RunState withGoals(RunState state, List<Long> goals) {
        return new RunState(
                state.plan(), state.checkpoints(), state.ends(), state.committed(), state.rejected(), goals);
    }

    @Test
    void aShardThatIsReadAnewWhileLanesAreWrittenIsToBeWrittenToo() {
        completion.reachedBy(state(List.of(9L, 4L), List.of(10L, 5L), List.of(3L, 0L)));
        completion.reachedBy(state(List.of(9L, -1L), List.of(10L, 5L), List.of(9L, 5L)));

        assertThat(completion.reachedBy(state(List.of(9L, -1L), List.of(10L, 5L), List.of(10L, 5L))))
                .isFalse();
        assertThat(completion.reachedBy(state(List.of(9L, 4L), List.of(10L, 9L), List.of(10L, 8L))))
                .isFalse();
        assertThat(completion.reachedBy(state(List.of(9L, 4L), List.of(10L, 9L), List.of(10L, 9L))))
                .isTrue();
    }
}
