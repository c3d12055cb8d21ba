package io.shardstream.reader.shard;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Reject;
import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Shards whose numbers cannot be searched.
class SnapshotRoundTest {
    private static final Duration A_WHILE = Duration.ofSeconds(3);

    private final ReaderHarness harness = new ReaderHarness();
    private final FakeSource source = harness.source;

    @BeforeEach
    void readInSlices() {
        harness.readInSlices();
    }

    @Test
    void everythingCommittedIsPublishedOnceThroughAPointInTime() {
        source.index(1000);

        harness.pass(harness.reader(), A_WHILE);

        assertThat(harness.numbers()).containsExactlyInAnyOrderElementsOf(upTo(999));
        assertThat(harness.done()).isEqualTo(999);
        assertThat(harness.checkpoints().getLast().docs()).isEqualTo(1000);
        assertThat(source.searches).isEmpty();
        assertThat(source.openSnapshots).isZero();
        assertThat(harness.budget.held()).isZero();
    }

    /// C-38: what was read of a point in time would be read again by another round.
    @Test
    void anAnswerThatIsTooLateIsAskedForInParts() {
        source.index(3000);
        source.lateAbove = 50;

        harness.pass(harness.reader(), Duration.ofSeconds(10));

        assertThat(harness.numbers()).containsExactlyInAnyOrderElementsOf(upTo(2999));
        assertThat(harness.done()).isEqualTo(2999);
        assertThat(source.snapshots).isEqualTo(1);
        assertThat(source.late).isBetween(1, 8);
    }

    @Test
    void aDocumentThatIsTooMuchAloneEndsTheRoundAndIsTold() {
        source.index(10);
        source.lateAbove = 0;

        harness.pass(harness.reader(), Duration.ofMinutes(1));

        assertThat(harness.counter.refusals().lasting())
                .hasValueSatisfying(sentence -> assertThat(sentence)
                        .startsWith("The source does not return a document of index[3], asked for alone (source node"
                                + " fake did not answer POST /i/_search within source.request-timeout (1s))"));
    }

    /// C-21: `search.max_keep_alive` is a minute.
    @Test
    void aPointInTimeThatTheSourceEndsEarlyLivesAsLongAsAnyOther() {
        source.clock = harness.clock;
        source.snapshotsKept = Duration.ofMinutes(1);
        source.index(1000);
        ShardReader reader = harness.reader();
        harness.untilErrands(reader, 2);
        harness.paused = true;
        harness.pass(reader, Duration.ofMinutes(4));

        harness.paused = false;
        harness.pass(reader, A_WHILE);

        assertThat(harness.done()).isEqualTo(999);
        assertThat(source.snapshots).isEqualTo(1);
        assertThat(source.touches).isBetween(8, 16);
    }

    @Test
    void aPointInTimeOfWhichNothingIsReadForLongIsLeftToEnd() {
        source.clock = harness.clock;
        source.snapshotsKept = Duration.ofMinutes(1);
        source.index(1000);
        ShardReader reader = harness.reader();
        harness.untilErrands(reader, 2);
        harness.paused = true;
        harness.pass(reader, Duration.ofMinutes(20));
        assertThat(source.touches).isLessThan(20);

        harness.paused = false;
        harness.pass(reader, Duration.ofSeconds(10));

        assertThat(harness.done()).isEqualTo(999);
        assertThat(source.snapshots).isEqualTo(2);
    }

    @Test
    void whatIsReadAndUnderWayIsToldByShard() {
        source.index(1000);
        ShardReader reader = harness.reader();
        harness.untilErrands(reader, 2);
        reader.step();
        assertThat(harness.counter.shards()).containsExactly(new ShardFigures(ReaderHarness.SHARD, 0, 0, 2, true));

        harness.pass(reader, A_WHILE);
        assertThat(harness.counter.shards())
                .containsExactly(new ShardFigures(ReaderHarness.SHARD, 1000, harness.published.bytes(), 0, true));
    }

    @Test
    void whatIsWrittenLaterIsReadLaterAndAlone() {
        source.index(10);
        ShardReader reader = harness.reader();
        harness.pass(reader, A_WHILE);

        source.index(5);
        harness.pass(reader, A_WHILE);

        assertThat(harness.numbers()).containsExactlyInAnyOrderElementsOf(upTo(14));
        assertThat(harness.done()).isEqualTo(14);
    }

    /// Each slice looks at the numbers of all documents.
    @Test
    void whatFitsIntoOnePageIsReadInOneSlice() {
        source.index(1000);
        ShardReader reader = harness.reader();
        harness.pass(reader, A_WHILE);
        assertThat(source.slices).isEqualTo(2);

        source.index(1);
        harness.pass(reader, A_WHILE);
        assertThat(source.slices).isEqualTo(1);
        source.index(5000);
        harness.pass(reader, A_WHILE);

        assertThat(source.slices).isEqualTo(2);
        assertThat(harness.numbers()).containsExactlyInAnyOrderElementsOf(upTo(6000));
    }

    @Test
    void aRoundIsFollowedByARestOfFourTimesItsLength() {
        ShardReader reader = afterARoundOf(Duration.ofSeconds(1));
        source.index(1);

        harness.pass(reader, Duration.ofMillis(3900));
        assertThat(harness.done()).isEqualTo(9);
        harness.pass(reader, Duration.ofMillis(400));
        assertThat(harness.done()).isEqualTo(10);
    }

    /// A sweep waits 30 seconds: for the rest of one round, the pause, and the next round.
    @Test
    void twoRoundsAndTheRestBetweenThemTakeHalfAMinuteAtMost() {
        assertThat(Stream.of(1, 2, 5, 10, 12, 14, 15, 16, 240)
                        .map(round -> SnapshotRound.restAfter(Duration.ofSeconds(round))
                                .toSeconds()))
                .containsExactly(4L, 8L, 10L, 10L, 6L, 2L, 0L, 0L, 0L);
    }

    @Test
    void whoWaitsForALongRoundWaitsNotMuchLongerForTheNext() {
        ShardReader reader = afterARoundOf(Duration.ofMinutes(4));
        source.index(1);

        harness.pass(reader, Duration.ofMillis(10_100));
        assertThat(harness.done()).isEqualTo(10);
    }

    @Test
    void thereIsNoRestWhileClientsWait() {
        ShardReader reader = harness.reader();
        reader.underBlock(true);
        afterARoundOf(reader, Duration.ofSeconds(1));
        source.index(1);

        harness.pass(reader, Duration.ofMillis(600));
        assertThat(harness.done()).isEqualTo(10);
    }

    @Test
    void aRestEndsWhereClientsBeginToWait() {
        ShardReader reader = afterARoundOf(Duration.ofSeconds(1));
        source.index(1);
        reader.underBlock(true);
        reader.hurry();

        harness.pass(reader, Duration.ofMillis(100));
        assertThat(harness.done()).isEqualTo(10);
    }

    private ShardReader afterARoundOf(Duration time) {
        return afterARoundOf(harness.reader(), time);
    }

    /// The first one reads ten documents, which Kafka takes that long to acknowledge.
    private ShardReader afterARoundOf(ShardReader reader, Duration time) {
        source.index(10);
        harness.acknowledge = false;
        while (harness.numbers().size() < 10) {
            harness.pass(reader, Duration.ofMillis(50));
        }
        harness.clock.advance(time);
        harness.acknowledge = true;
        harness.settle(reader);
        assertThat(harness.done()).isEqualTo(9);
        return reader;
    }

    @Test
    void nothingIsPublishedBeforeAllThatThePointInTimeMayHoldIsCommitted() {
        source.index(10);
        source.maxSeqNo = 12;
        ShardReader reader = harness.reader();
        harness.pass(reader, A_WHILE);
        assertThat(harness.numbers()).isEmpty();

        source.globalCheckpoint = 12;
        harness.pass(reader, A_WHILE);

        assertThat(harness.numbers()).containsExactlyInAnyOrderElementsOf(upTo(9));
        assertThat(harness.done()).isEqualTo(12);
    }

    @Test
    void whatIsAboveTheCheckpointOfItsTimeIsLeftToTheNextPointInTime() {
        source.index(10);
        source.globalCheckpoint = 6;
        ShardReader reader = harness.reader();
        harness.pass(reader, Duration.ofMillis(400));
        source.globalCheckpoint = 9;

        harness.pass(reader, A_WHILE);

        assertThat(harness.numbers()).containsExactlyInAnyOrderElementsOf(upTo(9));
        assertThat(harness.done()).isEqualTo(9);
    }

    @Test
    void aFailOverBeforeItIsSettledThrowsThePointInTimeAway() {
        source.index(10);
        source.maxSeqNo = 12;
        ShardReader reader = harness.reader();
        harness.pass(reader, A_WHILE);

        source.failOver();
        source.documents.remove(9L);
        source.globalCheckpoint = 12;
        harness.pass(reader, A_WHILE);

        assertThat(harness.numbers()).containsExactlyInAnyOrderElementsOf(upTo(8));
        assertThat(source.openSnapshots).isZero();
    }

    @Test
    void aCheckpointThatStandsStillMakesTheReaderLookForThePrimaryAgain() {
        source.index(10);
        source.maxSeqNo = 12;

        harness.pass(harness.reader(), Duration.ofSeconds(30));

        assertThat(source.refreshCount).isGreaterThan(2);
        assertThat(harness.numbers()).isEmpty();
    }

    @Test
    void fewerDocumentsThanCountedAreReadAgain() {
        source.index(10);
        source.snapshotsMiss = 1;
        ShardReader reader = harness.reader();
        harness.pass(reader, A_WHILE);
        assertThat(harness.done()).isEqualTo(-1);

        source.snapshotsMiss = 0;
        harness.pass(reader, Duration.ofSeconds(12));

        assertThat(harness.done()).isEqualTo(9);
    }

    @Test
    void aResponseThatIsTooLargeIsReadInShorterStretches() {
        source.index(400);
        source.documents.replaceAll((number, document) -> "x".repeat(900));

        harness.pass(harness.reader(), A_WHILE);

        assertThat(harness.numbers()).containsExactlyInAnyOrderElementsOf(upTo(399));
        assertThat(harness.done()).isEqualTo(399);
    }

    @Test
    void aDocumentThatBreaksThePageIsReadAlone() {
        source.index(400);
        source.unreadable = 77;

        harness.pass(harness.reader(), A_WHILE);

        assertThat(harness.numbers()).containsExactlyInAnyOrderElementsOf(upTo(399));
        assertThat(harness.done()).isEqualTo(399);
    }

    @Test
    void aDocumentThatTheSourceCannotReturnIsRejectedAndTheOthersAreRead() {
        source.index(400);
        source.unreturnable = 77;

        harness.pass(harness.reader(), A_WHILE);

        assertThat(harness.numbers()).hasSize(399).doesNotContain(77L);
        assertThat(harness.docs.getFirst().history())
                .filteredOn(record -> record.topic().endsWith("rejects"))
                .singleElement()
                .satisfies(
                        record -> assertThat(record.headers().lastHeader("type").value())
                                .asString()
                                .isEqualTo(Reject.UNREADABLE_IN_SOURCE));
        assertThat(harness.done()).isEqualTo(399);
    }

    @Test
    void aShardThatIsLeftClosesItsPointInTime() {
        source.index(10);
        harness.acknowledge = false;
        ShardReader reader = harness.reader();
        harness.pass(reader, A_WHILE);
        assertThat(source.openSnapshots).isEqualTo(1);

        reader.leave();
        harness.acknowledge = true;
        harness.pass(reader, A_WHILE);

        assertThat(source.openSnapshots).isZero();
        assertThat(harness.done()).isEqualTo(-1);
        assertThat(harness.budget.held()).isZero();
    }

    private static List<Long> upTo(long last) {
        return LongStream.rangeClosed(0, last).boxed().toList();
    }
}
