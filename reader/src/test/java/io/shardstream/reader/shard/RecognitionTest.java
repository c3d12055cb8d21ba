package io.shardstream.reader.shard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.contract.record.AcceptedHistory;
import io.shardstream.common.contract.record.Checkpoint;
import io.shardstream.common.contract.record.RunFormat;
import io.shardstream.common.contract.record.Witness;
import io.shardstream.common.contract.record.Witnesses;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.loop.BlockedException;
import io.shardstream.common.shard.page.Hit;
import io.shardstream.reader.source.WindowAnswer;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RecognitionTest {
    private static final Duration A_WHILE = Duration.ofSeconds(8);

    private final ReaderHarness harness = new ReaderHarness();
    private final FakeSource source = harness.source;

    @BeforeEach
    void checkpointsHaveWitnesses() {
        harness.runFormat = RunFormat.NEWEST;
    }

    @Test
    void theNextReaderTellsAShardThatWasPutBackThoughItHasAsManyNumbersAgain() {
        read(30);
        putBackWithOthers(20, 40);

        assertThatThrownBy(() -> harness.pass(harness.reader(), A_WHILE))
                .isInstanceOf(BlockedException.class)
                .hasMessageContaining("older state of its disk");
        assertThat(harness.checkpoints().getLast().historyUuid()).startsWith("history-1" + Checkpoint.LEFT_AT);
        assertThat(harness.numbers()).allMatch(number -> number < 30);
    }

    @Test
    void aShardThatHasExactlyAsManyNumbersAgainIsToldAsSoonAsItShowsThem() {
        read(30);
        putBack(20, 10);
        ShardReader reader = harness.reader();
        harness.pass(reader, A_WHILE);
        assertThat(source.named).containsExactly(29L);

        source.index(5);

        assertThatThrownBy(() -> harness.pass(reader, A_WHILE)).isInstanceOf(BlockedException.class);
        assertThat(harness.done()).isEqualTo(29);
    }

    @Test
    void itIsToldTooWhereItRefreshesByItselfAndNothingMoreComes() {
        read(30);
        putBack(20, 10);
        ShardReader reader = harness.reader();
        harness.pass(reader, A_WHILE);

        source.refreshByItself();

        assertThatThrownBy(() -> harness.pass(reader, A_WHILE)).isInstanceOf(BlockedException.class);
    }

    @Test
    void aRunOfAnOlderFormatHasNoWitnesses() {
        harness.runFormat = RunFormat.NEWEST - 1;
        read(30);
        putBackWithOthers(20, 40);

        harness.pass(harness.reader(), A_WHILE);

        assertThat(harness.checkpoints()).allMatch(one -> one.witnesses().equals(Witnesses.NONE));
        assertThat(harness.done()).isEqualTo(59);
    }

    @Test
    void aReaderAtWorkTellsItAfterAnOutageInWhichNothingElseShowsIt() {
        source.index(30);
        ShardReader reader = harness.reader();
        harness.pass(reader, A_WHILE);
        long refreshes = source.refreshCount;
        source.failure = new ElasticException.Unreachable("the node is away", new IOException());
        harness.pass(reader, Duration.ofSeconds(1));

        putBackWithOthers(20, 40);
        source.refreshCount = refreshes + 10;
        source.failure = null;

        assertThatThrownBy(() -> harness.pass(reader, Duration.ofSeconds(20))).isInstanceOf(BlockedException.class);
    }

    @Test
    void soItDoesWhereTheCopySaysExactlyWhatItHadSaidBefore() {
        read(30);
        ShardReader reader = harness.reader();
        harness.pass(reader, A_WHILE);
        long refreshes = source.refreshCount;
        source.failure = new ElasticException.Unreachable("the node is away", new IOException());
        harness.pass(reader, Duration.ofSeconds(1));

        putBackWithOthers(20, 10);
        source.refreshCount = refreshes;
        source.failure = null;

        assertThatThrownBy(() -> harness.pass(reader, Duration.ofSeconds(20))).isInstanceOf(BlockedException.class);
    }

    @Test
    void itTellsItWhereItIsToLookAnew() {
        source.index(30);
        ShardReader reader = harness.reader();
        harness.pass(reader, A_WHILE);
        long refreshes = source.refreshCount;
        putBackWithOthers(20, 10);
        source.refreshCount = refreshes + 10;
        harness.clock.advance(Duration.ofMillis(1));

        assertThat(reader.hasLookedSince(harness.clock.instant())).isFalse();

        assertThatThrownBy(() -> harness.pass(reader, A_WHILE)).isInstanceOf(BlockedException.class);
    }

    @Test
    void aPausedReaderTellsItWhenItGoesOn() {
        source.index(30);
        ShardReader reader = harness.reader();
        harness.pass(reader, A_WHILE);
        long refreshes = source.refreshCount;
        harness.paused = true;
        source.failure = new ElasticException.Unreachable("the node is away", new IOException());
        harness.pass(reader, A_WHILE);
        putBackWithOthers(20, 40);
        source.refreshCount = refreshes + 10;
        source.failure = null;
        harness.pass(reader, A_WHILE);

        harness.paused = false;

        assertThatThrownBy(() -> harness.pass(reader, A_WHILE)).isInstanceOf(BlockedException.class);
    }

    @Test
    void theShardsOldStateCanBeToldByOlderDocumentsWhereTheNewestWereWrittenAgain() {
        source.index(30);
        ShardReader reader = harness.reader();
        harness.pass(reader, A_WHILE);
        source.index(70);
        harness.pass(reader, A_WHILE);
        reader.leave();
        store();
        putBackWithOthers(20, 100);
        source.documents.remove(99L);

        assertThatThrownBy(() -> harness.pass(harness.reader(), A_WHILE)).isInstanceOf(BlockedException.class);
    }

    @Test
    void whatWasWrittenAgainOrDeletedProvesNothing() {
        read(30);
        source.documents.remove(29L);
        source.index(5);
        source.failOver();

        harness.pass(harness.reader(), A_WHILE);

        assertThat(source.named).contains(29L);
        assertThat(harness.done()).isEqualTo(34);
    }

    @Test
    void eachCopyIsAskedOnceWhileAllGoesWell() {
        read(30);
        source.failOver();
        source.index(1);
        ShardReader reader = harness.reader();
        harness.pass(reader, A_WHILE);
        source.index(5);
        harness.pass(reader, Duration.ofSeconds(30));

        assertThat(source.named).containsExactly(29L);
    }

    @Test
    void aCopyThatWasAskedBeforeItHadRefreshedIsAskedOnceMoreWhenItHas() {
        read(30);
        source.failOver();
        ShardReader reader = harness.reader();
        harness.pass(reader, Duration.ofSeconds(30));
        assertThat(source.named).containsExactly(29L);

        source.index(5);
        harness.pass(reader, A_WHILE);
        source.index(5);
        harness.pass(reader, A_WHILE);

        assertThat(source.named).containsExactly(29L, 29L);
    }

    /// A copy that was promoted may have other operations there, and gives them up.
    @Test
    void whatACopyHasAboveItsGlobalCheckpointIsNotAskedForBeforeItIsSettled() {
        read(30);
        source.othersFrom = 29;
        source.globalCheckpoint = 28;
        source.failOver();
        ShardReader reader = harness.reader();
        harness.pass(reader, A_WHILE);
        assertThat(source.named).isEmpty();

        source.othersFrom = Long.MAX_VALUE;
        source.globalCheckpoint = 29;
        harness.pass(reader, A_WHILE);

        assertThat(source.named).containsExactly(29L);
    }

    @Test
    void aCopyThatTheClusterHasGoneOnWithoutIsNoOtherHistory() {
        read(30);
        putBackWithOthers(20, 40);
        source.isElected = false;
        harness.pass(harness.reader(), A_WHILE);

        assertThat(source.isElectionAsked).isTrue();
        assertThat(harness.done()).isEqualTo(29);
    }

    /// What it says then is no fact about the shard.
    @Test
    void aCopyThatHasBecomeAnotherOneWhileItWasAskedIsNoOtherHistory() {
        read(30);
        source.othersFrom = 20;
        source.meanwhile = () -> {
            if (source.identity.term() == 2) {
                source.othersFrom = Long.MAX_VALUE;
            } else if (!source.named.isEmpty()) {
                source.failOver();
            }
        };

        harness.pass(harness.reader(), A_WHILE);

        assertThat(source.named).startsWith(29L, 29L);
        assertThat(source.isElectionAsked).isFalse();
    }

    @Test
    void documentsOfAnIndexThatWasShrunkAreNoWitnesses() {
        source.equal = 2;
        read(30);

        assertThat(harness.checkpoints().getLast().witnesses()).isEqualTo(Witnesses.NONE);
    }

    @Test
    void neitherAreThoseOfWhichPartsAreReadAlone() {
        source.equal = 2;
        source.aloneAtOnce = 1;
        source.index(1);
        source.unreadable = 0;
        harness.pass(harness.reader(), A_WHILE);

        assertThat(harness.done()).isEqualTo(0);
        assertThat(harness.checkpoints().getLast().witnesses()).isEqualTo(Witnesses.NONE);
    }

    @Test
    void oneBesideWhichAnotherOfItsNumberCannotBeReadIsNone() {
        Hit first = new Hit(Bytes.utf8("first"), null, 5, Bytes.utf8("{}"));
        Hit second = new Hit(Bytes.utf8("second"), null, 5, Bytes.utf8("{}"));
        Hit before = new Hit(Bytes.utf8("before"), null, 4, Bytes.utf8("{}"));

        assertThat(highest(first, second)).isNull();
        assertThat(highest(first, before)).isEqualTo(Witness.of("uuid", 5, first.id()));
    }

    private static @Nullable Witness highest(Hit read, Hit unreturnable) {
        return Recognition.highest(
                "uuid", new WindowAnswer.Whole(List.of(read), List.of(FakeHits.unreturnable(unreturnable)), 0, 0));
    }

    @Test
    void whatIsReadAloneIsAWitnessToo() {
        source.index(1);
        source.unreadable = 0;
        harness.pass(harness.reader(), A_WHILE);

        assertThat(harness.checkpoints().getLast().witnesses().all())
                .extracting(Witness::number)
                .containsExactly(0L);
    }

    @Test
    void onlyWhatIsSettledIsAWitness() {
        source.index(30);
        source.maxSeqNo = 35;
        harness.pass(harness.reader(), A_WHILE);

        assertThat(harness.numbers()).hasSize(30);
        assertThat(harness.checkpoints()).allMatch(one -> one.witnesses().equals(Witnesses.NONE));
    }

    /// The first windows are settled when the others are in Kafka, and are not settled yet.
    @Test
    void whatWasReadAboveWhatIsSettledIsNoWitnessYet() {
        source.indexLarge(100, 100);
        source.maxSeqNo += 5;
        source.meanwhile = () -> {
            if (!source.searches.isEmpty() && source.maxSeqNo < 200) {
                source.globalCheckpoint = source.maxSeqNo;
                source.maxSeqNo += 5;
            }
        };
        harness.pass(harness.reader(), A_WHILE);

        assertThat(harness.checkpoints().getFirst().done()).isBetween(-1L, 98L);
        assertThat(harness.done()).isGreaterThan(99);
        assertThat(harness.checkpoints())
                .allMatch(one -> one.witnesses().all().stream().allMatch(witness -> witness.number() <= one.done()));
        assertThat(harness.checkpoints().getLast().witnesses().all()).isNotEmpty();
    }

    @Test
    void witnessesOfAHistoryThatWasLeftDoNotCountInTheNextLineage() {
        read(30);
        putBackWithOthers(20, 40);
        harness.accepted = new AcceptedHistory(ReaderHarness.SHARD, "history-1", 2, 59);

        harness.pass(harness.reader(), A_WHILE);

        assertThat(harness.done()).isEqualTo(59);
        assertThat(harness.checkpoints().getLast().lineage()).isEqualTo(2);
    }

    @Test
    void whatWasReadIntoAnotherDocsTopicIsKnownAgain() {
        read(30);
        Checkpoint last = harness.checkpoints().getLast();
        harness.store(new Checkpoint("docs-0", "uuid", "history-1", 1, 29, 30, 300, 29, last.witnesses()));
        putBackWithOthers(20, 40);

        assertThatThrownBy(() -> harness.pass(harness.reader(), A_WHILE)).isInstanceOf(BlockedException.class);
    }

    /// All of it is read again, from a copy that does not know yet that the last of it is settled.
    @Test
    void whatWasReadIntoAnotherDocsTopicIsAskedForOnceItIsSettled() {
        read(30);
        Checkpoint last = harness.checkpoints().getLast();
        harness.store(new Checkpoint("docs-0", "uuid", "history-1", 1, 29, 30, 300, 29, last.witnesses()));
        source.othersFrom = 20;
        source.globalCheckpoint = 10;
        ShardReader reader = harness.reader();
        harness.pass(reader, A_WHILE);
        assertThat(source.named).isEmpty();

        source.globalCheckpoint = 29;

        assertThatThrownBy(() -> harness.pass(reader, A_WHILE)).isInstanceOf(BlockedException.class);
    }

    /// By a reader that is gone then.
    private void read(int documents) {
        source.index(documents);
        ShardReader reader = harness.reader();
        harness.pass(reader, A_WHILE);
        reader.leave();
        if (!harness.checkpoints().isEmpty()) {
            store();
        }
    }

    private void store() {
        harness.store(harness.checkpoints().getLast());
    }

    private void putBackWithOthers(int left, int others) {
        putBack(left, others);
        source.refreshByItself();
    }

    /// Without a refresh.
    private void putBack(int left, int others) {
        source.putBack(left);
        source.othersFrom = left;
        source.index(others);
    }
}
