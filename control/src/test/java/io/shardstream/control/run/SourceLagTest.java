package io.shardstream.control.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.control.index.source.GlobalCheckpoints;
import io.shardstream.control.state.Behind;
import io.shardstream.control.state.RunState;
import io.shardstream.control.state.RunStates;
import io.shardstream.control.state.finding.RunRefusedException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// C-39: what is acknowledged counts, whether it can be read already or not.
class SourceLagTest {
    private static final RunState READ = RunStates.state(List.of(9L, 4L), List.of(0L, 0L), List.of(0L, 0L));

    private GlobalCheckpoints.Reach reach = new GlobalCheckpoints.Reach(List.of(9L, 4L), List.of(9L, 4L));
    private Duration now = Duration.ZERO;
    private final SourceLag lag = new SourceLag(() -> reach, "cities", () -> now.toNanos());

    @Test
    void whatIsAcknowledgedAndNotSettledCountsAndIsExplainedWhenItStands() {
        reach = new GlobalCheckpoints.Reach(List.of(9L, 4L), List.of(9L, 2104L));
        assertThat(lag.of(READ)).contains(new Behind(2100, "", List.of(0L, 2100L), Optional.empty()));

        now = now.plus(SourceLag.STANDING);
        assertThat(lag.of(READ)).hasValueSatisfying(behind -> {
            assertThat(behind.operations()).isEqualTo(2100);
            assertThat(behind.waitsFor())
                    .startsWith("2,100 operations cannot be read before the source has settled them, in shard 1 of"
                            + " 'cities'")
                    .contains("index.translog.sync_interval");
        });
    }

    @Test
    void aSourceThatSettlesAllTheTimeNeedsNoExplanation() {
        for (long number = 10; number < 20; number++) {
            reach = new GlobalCheckpoints.Reach(List.of(number, 4L), List.of(number + 3, 4L));
            assertThat(lag.of(READ)).contains(behind(number + 3 - 9));
            now = now.plusSeconds(2);
        }
    }

    @Test
    void whatIsSettledAndNotReadIsTheReadersAffair() {
        reach = new GlobalCheckpoints.Reach(List.of(29L, 4L), List.of(29L, 4L));
        assertThat(lag.of(READ)).contains(behind(20));
        now = now.plusSeconds(60);
        assertThat(lag.of(READ)).contains(behind(20));
    }

    /// In the first shard.
    private static Behind behind(long operations) {
        return new Behind(operations, "", List.of(operations, 0L), Optional.empty());
    }

    @Test
    void thereIsNoLagBeforeAllIsReadThatWasThereAtTheStart() {
        assertThat(lag.of(RunStates.state(List.of(8L, 4L), List.of(0L, 0L), List.of(0L, 0L))))
                .isEmpty();
    }

    @Test
    void aSourceThatDoesNotTellHasNoLag() {
        SourceLag silent = new SourceLag(
                () -> {
                    throw new RunRefusedException("no started primary");
                },
                "cities",
                () -> now.toNanos());
        assertThat(silent.of(READ)).isEmpty();
    }
}
