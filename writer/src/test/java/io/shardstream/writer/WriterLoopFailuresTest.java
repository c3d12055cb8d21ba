package io.shardstream.writer;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.writer.answer.ItemAnswer;
import io.shardstream.writer.lane.Entry;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/// Many records in a row at which the target fails with an error of its own.
class WriterLoopFailuresTest {
    private static final ItemAnswer APPLIED = new ItemAnswer.Applied();
    private static final ItemAnswer FAILED = new ItemAnswer.Failed("index_out_of_bounds_exception", "No group 3");

    private final LoopFixture writer = new LoopFixture(true);

    /// Answers for so long, each record for itself.
    ///
    /// @param meanwhile each second
    private void answerFor(Duration time, Predicate<Entry> fails, Runnable meanwhile) {
        for (long second = 0; second < time.toSeconds(); second++) {
            meanwhile.run();
            answerAll(fails);
            writer.second();
        }
    }

    private void answerAll(Predicate<Entry> fails) {
        while (!writer.sent.isEmpty()) {
            List<Entry> entries = writer.sent.getFirst().bulk().entries();
            writer.answer(entries.stream()
                    .map(entry -> fails.test(entry) ? FAILED : APPLIED)
                    .toArray(ItemAnswer[]::new));
        }
    }

    private static boolean isOf(Entry entry, int lane) {
        return entry.lane().partition() == lane;
    }

    @Test
    void documentsInARowAtWhichTheTargetFailsAreRejectedFasterAsLongAsOtherLanesAreTaken() {
        writer.assign(0, 1).add(0, 40, 10).step();
        answerFor(Duration.ofMinutes(60), entry -> isOf(entry, 0), () -> writer.add(1, 1, 10));
        assertThat(writer.rejects()).hasSize(40);
        assertThat(writer.committed(0)).isEqualTo(40);
    }

    @Test
    void anHourInWhichTheTargetFailsAtEverythingMakesFewRejectsHoweverMuchWaits() {
        writer.assign(0, 1).add(0, 300, 10).add(1, 300, 10).step();
        answerFor(Duration.ofHours(1), _ -> true, () -> {});
        assertThat(writer.rejects()).hasSizeBetween(2, 24);
        int before = writer.rejects().size();
        answerFor(Duration.ofMinutes(2), _ -> false, () -> {});
        assertThat(writer.rejects()).hasSize(before);
        assertThat(writer.committed(0)).isEqualTo(300);
        assertThat(writer.committed(1)).isEqualTo(300);
    }

    @Test
    void anHourInWhichTheTargetFailsAtEverythingIsNoReasonToRejectFasterWhereOneShardFailsAfterIt() {
        writer.assign(0, 1).add(0, 300, 10).add(1, 300, 10).step();
        answerFor(Duration.ofHours(1), _ -> true, () -> {});
        int before = writer.rejects().size();
        answerFor(Duration.ofMinutes(2), entry -> isOf(entry, 0), () -> writer.add(1, 1, 10));
        assertThat(writer.rejects()).hasSizeBetween(before, before + 1);
    }

    @Test
    void anHourInWhichOneShardFailsAtEverythingMakesNoMoreThanTwoRejectsAMinute() {
        writer.assign(0, 1).add(0, 300, 10).step();
        answerFor(Duration.ofHours(1), entry -> isOf(entry, 0), () -> writer.add(1, 1, 10));
        assertThat(writer.rejects()).hasSizeBetween(5, 120);
        answerFor(Duration.ofMinutes(2), _ -> false, () -> {});
        assertThat(writer.committed(0)).isEqualTo(300);
    }
}
