package io.shardstream.control.console.view;

import static io.shardstream.control.state.RunStates.state;
import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.control.state.RunState;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ProgressMeterTest {
    private final AtomicLong clock = new AtomicLong();
    private final ProgressMeter meter = new ProgressMeter(clock::get, Duration.ofSeconds(10));

    @Test
    void countsWhatWasReadWrittenRejectedAndWhatLiesBetween() {
        Progress progress = meter.add(state(List.of(9L, 1L), List.of(7L, 5L), List.of(3L, 4L), 2));

        assertThat(progress.goalDocs()).isEqualTo(15);
        assertThat(progress.read()).isEqualTo(12);
        assertThat(progress.bytesRead()).isEqualTo(1200);
        assertThat(progress.inKafka()).isEqualTo(5);
        assertThat(progress.written()).isEqualTo(5);
        assertThat(progress.bytesWritten()).isEqualTo(500);
        assertThat(progress.rejected()).isEqualTo(2);
        assertThat(progress.percent()).isEqualTo(100.0 * 7 / 15);
    }

    /// C-12.
    @Test
    void rejectsThatKafkaHasLostAreNotCountedAsWritten() {
        RunState found = state(List.of(9L, 1L), List.of(7L, 5L), List.of(7L, 5L), 2);
        Progress progress = meter.add(new RunState(
                found.plan(), found.checkpoints(), found.ends(), found.committed(), 2, 0, 1, 3, found.goals()));

        assertThat(progress.read()).isEqualTo(12);
        assertThat(progress.written()).isEqualTo(6);
        assertThat(progress.rejected()).isEqualTo(2);
    }

    @Test
    void whatIsPublishedAgainTakesNothingBack() {
        Progress before = meter.add(state(List.of(5L, 1L), List.of(4L, 4L), List.of(3L, 4L)));
        Progress after = after(1, List.of(5L, 1L), List.of(8L, 9L), List.of(3L, 4L));

        assertThat(before.written()).isEqualTo(7);
        assertThat(after.written()).isEqualTo(7);
        assertThat(after.percent()).isEqualTo(before.percent());
    }

    @Test
    void recordsThatWerePublishedTwiceAreNotMoreDocuments() {
        Progress progress = meter.add(state(List.of(5L, 1L), List.of(20L, 20L), List.of(20L, 20L)));

        assertThat(progress.read()).isEqualTo(8);
        assertThat(progress.written()).isEqualTo(8);
        assertThat(progress.percent()).isEqualTo(100.0 * 8 / 15);
    }

    @Test
    void documentsThatCameSinceTheStartDoNotTakeBackThePercentage() {
        Progress before = meter.add(state(List.of(13L, -1L), List.of(14L, 0L), List.of(14L, 0L)));
        Progress after = after(1, List.of(30L, -1L), List.of(31L, 0L), List.of(14L, 0L));

        assertThat(before.percent()).isEqualTo(100.0 * 14 / 15);
        assertThat(after.percent()).isEqualTo(before.percent());
    }

    @Test
    void aFirstLookKnowsNoRate() {
        Progress progress = meter.add(state(List.of(9L, 4L), List.of(10L, 5L), List.of(10L, 0L)));

        assertThat(progress.docsPerSecond()).isZero();
        assertThat(progress.bytesPerSecond()).isZero();
        assertThat(progress.timeLeft()).isEmpty();
    }

    @Test
    void ratesAreThoseOfWritingInTheWindowAndNotInTheWhole() {
        meter.add(state(List.of(-1L, -1L), List.of(0L, 0L), List.of(0L, 0L)));
        after(10, List.of(4L, -1L), List.of(5L, 0L), List.of(0L, 0L));
        after(5, List.of(4L, -1L), List.of(5L, 0L), List.of(0L, 0L));
        Progress progress = after(5, List.of(9L, 4L), List.of(10L, 5L), List.of(5L, 0L));

        assertThat(progress.docsPerSecond()).isEqualTo(0.5);
        assertThat(progress.bytesPerSecond()).isEqualTo(50);
        assertThat(progress.timeLeft()).contains(Duration.ofSeconds(20));
    }

    @Test
    void aStandstillHasNoTimeLeft() {
        meter.add(state(List.of(4L, -1L), List.of(10L, 5L), List.of(5L, 0L)));
        assertThat(after(60, List.of(4L, -1L), List.of(10L, 5L), List.of(5L, 0L))
                        .timeLeft())
                .isEmpty();
    }

    @Test
    void nothingIsLeftWhenAllIsWritten() {
        Progress progress = meter.add(state(List.of(9L, 4L), List.of(10L, 5L), List.of(10L, 5L)));

        assertThat(progress.percent()).isEqualTo(100);
        assertThat(progress.timeLeft()).contains(Duration.ZERO);
    }

    @Test
    void aShardThatIsNotReadToItsGoalKeepsThePercentageBelowTheEnd() {
        Progress progress = meter.add(state(List.of(15L, -1L), List.of(16L, 0L), List.of(16L, 0L)));

        assertThat(progress.percent()).isEqualTo(99.9);
    }

    private Progress after(int seconds, List<Long> done, List<Long> ends, List<Long> committed) {
        clock.addAndGet(Duration.ofSeconds(seconds).toNanos());
        return meter.add(state(done, ends, committed));
    }
}
