package io.shardstream.simulation.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.contract.record.DocRecord;
import io.shardstream.common.shard.CopyNumbers;
import io.shardstream.common.shard.RefreshWait;
import io.shardstream.control.compare.scan.DocumentName;
import io.shardstream.control.compare.scan.ScannedCopy;
import io.shardstream.writer.answer.BulkAnswer;
import io.shardstream.writer.answer.ItemAnswer;
import io.shardstream.writer.lane.Entry;
import io.shardstream.writer.lane.Lane;
import io.shardstream.writer.send.Bulk;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// What a target of one shard does with versions, deletes and refreshes, as writers and sweeps rely on it.
public abstract class TargetContract {
    private static final ItemAnswer APPLIED = new ItemAnswer.Applied();
    private static final ItemAnswer SUPERSEDED = new ItemAnswer.Superseded();
    private static final long WORD = 1L << 50;

    /// A target that keeps tombstones for less than [Target#tombstonesLast].
    public interface Target {
        ScannedCopy copy() throws Exception;

        /// Sends it once and waits for the answer.
        BulkAnswer send(Bulk bulk) throws Exception;

        Duration tombstonesLast();

        void pause(Duration time) throws Exception;
    }

    @FunctionalInterface
    public interface Body {
        void run(Target target) throws Exception;
    }

    /// Runs a test over a target that is empty.
    protected abstract void over(Body body) throws Exception;

    private static DocRecord state(String id, long version, @Nullable String source) {
        return new DocRecord(Bytes.utf8(id), null, WORD + version, source == null ? null : Bytes.utf8(source));
    }

    private static List<ItemAnswer> write(Target target, DocRecord... states) throws Exception {
        Lane lane = new Lane(0, 0);
        List<Entry> entries =
                Stream.of(states).map(state -> new Entry(lane, 0, state)).toList();
        BulkAnswer answer = target.send(new Bulk(entries, 0));
        assertThat(answer).isInstanceOf(BulkAnswer.Items.class);
        return answer instanceof BulkAnswer.Items items ? items.items() : List.of();
    }

    private static List<Long> versions(ScannedCopy copy) throws Exception {
        List<Long> versions = new ArrayList<>();
        copy.forEachLive(-1, copy.numbers().maxSeqNo(), (seqNo, version) -> versions.add(version - WORD));
        return versions.stream().sorted().toList();
    }

    @Test
    void anOlderStateIsSupersededAndTheSameIsTakenAgain() throws Exception {
        over(target -> {
            assertThat(write(target, state("a", 5, "{}"), state("a", 4, "{}"), state("a", 5, "{\"n\":1}")))
                    .containsExactly(APPLIED, SUPERSEDED, APPLIED);
            assertThat(write(target, state("a", 6, "{}"))).containsExactly(APPLIED);
        });
    }

    @Test
    void aDeleteOfWhatIsNotThereIsTakenAndKeepsOlderStatesOut() throws Exception {
        over(target -> {
            assertThat(write(target, state("a", 5, null), state("a", 4, "{}"), state("a", 6, "{}")))
                    .containsExactly(APPLIED, SUPERSEDED, APPLIED);
        });
    }

    @Test
    void aDeleteIsForgottenAfterItsTime() throws Exception {
        over(target -> {
            assertThat(write(target, state("a", 5, null))).containsExactly(APPLIED);
            target.pause(target.tombstonesLast());
            RefreshWait.beyond(-1, target.copy(), Thread::sleep);
            target.pause(target.tombstonesLast());
            assertThat(write(target, state("a", 4, "{}"))).containsExactly(APPLIED);
        });
    }

    @Test
    void everyOperationThatIsTakenHasANumberOfItsOwn() throws Exception {
        over(target -> {
            write(target, state("a", 5, "{}"), state("a", 4, "{}"), state("b", 3, null), state("a", 6, null));
            CopyNumbers numbers = target.copy().numbers();
            assertThat(numbers.maxSeqNo()).isEqualTo(2);
            assertThat(numbers.globalCheckpoint()).isEqualTo(2);
            assertThat(target.copy().deletes()).isEqualTo(2);
        });
    }

    @Test
    void searchesSeeWhatWasRefreshedAndTheCopyCountsThat() throws Exception {
        over(target -> {
            write(target, state("a", 5, "{\"n\":1}"), state("b", 7, "{\"n\":2}"));
            ScannedCopy copy = target.copy();
            assertThat(versions(copy)).isEmpty();
            long refreshes = copy.numbers().refreshes();

            copy.refresh();

            assertThat(copy.numbers().refreshes()).isGreaterThan(refreshes);
            assertThat(versions(copy)).containsExactly(5L, 7L);
            write(target, state("a", 8, null));
            assertThat(versions(copy)).containsExactly(5L, 7L);
            copy.refresh();
            assertThat(versions(copy)).containsExactly(7L);
        });
    }

    @Test
    void documentsAreNamedByNumberAndById() throws Exception {
        over(target -> {
            write(target, state("a", 5, "{\"n\":1}"), state("b", 7, "{\"n\":2}"));
            ScannedCopy copy = target.copy();
            copy.refresh();

            DocumentName b = new DocumentName(Bytes.utf8("b"), null, 1, WORD + 7);
            assertThat(copy.named(List.of(1L, 9L))).containsExactly(b);
            assertThat(copy.withIds(List.of(Bytes.utf8("b"), Bytes.utf8("c")))).containsExactly(b);
            assertThat(copy.countLive(0, 1)).isEqualTo(1);
            List<String> bodies = new ArrayList<>();
            copy.bodies(List.of(Bytes.utf8("a")), (name, body) -> bodies.add(body.utf8()));
            assertThat(bodies).containsExactly("{\"n\":1}");
        });
    }
}
