package io.shardstream.reader.shard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.contract.record.AcceptedHistory;
import io.shardstream.common.contract.record.Checkpoint;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.loop.BlockedException;
import java.time.Duration;
import java.util.List;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Two shards of one node, whose disk is put back to an older state.
class LastLooksTest {
    private static final int OTHER = 1;
    private static final Duration A_WHILE = Duration.ofSeconds(3);
    private static final Checkpoint LEFT = new Checkpoint("docs-1", "uuid", "history-1 up to 29", 1, 29, 30, 230);

    private final ReaderHarness harness = new ReaderHarness();
    private final FakeSource source = harness.source;
    private final FakeSource otherSource = new FakeSource();

    @BeforeEach
    void bothAreRead() {
        harness.others.put(OTHER, otherSource);
        source.index(30);
        otherSource.index(30);
    }

    @Test
    void aShardThatIsLookedAtLaterIsLeftBeforeTheReaderEnds() {
        List<ShardReader> readers = read();
        putBack();
        otherSource.failure = new ElasticException.Malformed("not started");
        harness.pass(readers, A_WHILE);
        assertThat(harness.checkpoint(ReaderHarness.SHARD)).isEqualTo(LEFT);
        otherSource.failure = null;

        requireEnd(readers, Duration.ofSeconds(12));
        assertThat(harness.checkpoint(ReaderHarness.SHARD)).isEqualTo(LEFT);
        assertThat(harness.checkpoint(OTHER)).isEqualTo(LEFT);
    }

    @Test
    void aShardThatRestsDoesNotWaitForItsMoment() {
        harness.roundEvery = Duration.ofHours(1);
        List<ShardReader> readers = read();
        putBack();
        readers.getFirst().hurry();

        requireEnd(readers, Duration.ZERO);
        assertThat(harness.checkpoint(OTHER)).isEqualTo(LEFT);
    }

    @Test
    void aShardIsLookedAtAlsoWhileTheRunIsPaused() {
        harness.roundEvery = Duration.ofHours(1);
        List<ShardReader> readers = read();
        putBack();
        readers.getFirst().hurry();
        readers.getFirst().step();
        harness.paused = true;

        requireEnd(readers, Duration.ZERO);
        assertThat(harness.checkpoint(OTHER)).isEqualTo(LEFT);
    }

    @Test
    void aShardWhoseRoundIsUnderWayIsLookedAtToo() {
        List<ShardReader> readers = read();
        harness.acknowledge = false;
        otherSource.index(10);
        harness.pass(readers, Duration.ofSeconds(1));
        putBack();

        requireEnd(readers, A_WHILE);
        assertThat(harness.checkpoint(OTHER)).returns("history-1 up to 39", Checkpoint::historyUuid);
    }

    @Test
    void aCopyThatRefreshesWhenItLikesIsNotWaitedFor() {
        otherSource.mayRefresh = false;
        harness.roundEvery = Duration.ofHours(1);
        otherSource.refreshByItself();
        List<ShardReader> readers = List.of(harness.reader(), harness.reader(OTHER));
        harness.pass(readers, A_WHILE);
        source.putBack(20);
        otherSource.index(10);
        readers.getFirst().hurry();

        requireEnd(readers, Duration.ofSeconds(1));
    }

    @Test
    void aShardThatDoesNotAnswerIsWaitedForHalfAMinute() {
        List<ShardReader> readers = read();
        source.putBack(20);
        otherSource.failure = new ElasticException.Malformed("not started");
        harness.pass(readers, Duration.ofSeconds(29));

        requireEnd(readers, Duration.ofSeconds(3));
        assertThat(harness.checkpoint(OTHER).historyUuid()).isEqualTo("history-1");
    }

    @Test
    void theTimeInWhichTheReaderStoodStillDoesNotCount() {
        List<ShardReader> readers = read();
        putBack();
        otherSource.failure = new ElasticException.Malformed("not started");
        harness.pass(readers, A_WHILE);
        harness.clock.advance(Duration.ofMinutes(1));
        harness.pass(readers, Duration.ofSeconds(1));
        otherSource.failure = null;

        requireEnd(readers, Duration.ofSeconds(12));
        assertThat(harness.checkpoint(OTHER)).isEqualTo(LEFT);
    }

    @Test
    void whatKafkaMustKnowIsWaitedForLonger() {
        List<ShardReader> readers = read();
        harness.stored.put(Checkpoint.key(OTHER), harness.checkpoint(OTHER).encode(harness.runFormat));
        harness.slices.get(1).commitTransactionException = new TimeoutException("too slow");
        harness.isKafkaAway = true;
        putBack();
        harness.pass(readers, Duration.ofSeconds(45));
        harness.isKafkaAway = false;

        requireEnd(readers, Duration.ofSeconds(15));
        assertThat(harness.checkpoint(OTHER)).isEqualTo(LEFT);
    }

    @Test
    void aShardThatIsInAnotherHistoryAfterARestartWaitsForTheOthersToo() {
        harness.store(new Checkpoint("docs-1", "uuid", "history-1 up to 29", 1, 29, 30, 230));
        harness.stored.put(
                Checkpoint.key(OTHER),
                new Checkpoint("docs-1", "uuid", "history-1", 1, 39, 40, 300).encode(harness.runFormat));

        requireEnd(List.of(harness.reader(), harness.reader(OTHER)), A_WHILE);
        assertThat(harness.checkpoint(OTHER).historyUuid()).isEqualTo("history-1 up to 39");
    }

    @Test
    void whoeverHearsMeanwhileThatTheHistoryIsAcceptedGoesOn() {
        List<ShardReader> readers = read();
        source.putBack(20);
        otherSource.failure = new ElasticException.Malformed("not started");
        harness.pass(readers, A_WHILE);
        harness.accepted = new AcceptedHistory(ReaderHarness.SHARD, "history-1", 2, 19);
        readers.getFirst().accepted(harness.accepted);
        harness.pass(readers, A_WHILE);
        otherSource.failure = null;
        harness.pass(readers, Duration.ofMinutes(1));

        assertThat(harness.checkpoint(ReaderHarness.SHARD))
                .isEqualTo(new Checkpoint("docs-1", "uuid", "history-1", 2, 19, 20, 150));
        otherSource.index(5);
        harness.pass(readers, A_WHILE);
        assertThat(harness.checkpoint(OTHER).done()).isEqualTo(34);
    }

    private List<ShardReader> read() {
        List<ShardReader> readers = List.of(harness.reader(), harness.reader(OTHER));
        harness.pass(readers, A_WHILE);
        return readers;
    }

    private void putBack() {
        source.putBack(20);
        otherSource.putBack(20);
    }

    private void requireEnd(List<ShardReader> readers, Duration within) {
        assertThatThrownBy(() -> harness.pass(readers, within))
                .isInstanceOf(BlockedException.class)
                .hasMessageStartingWith("Shard 3 of the source index index has another history");
    }
}
