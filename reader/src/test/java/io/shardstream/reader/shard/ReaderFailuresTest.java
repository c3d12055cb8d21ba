package io.shardstream.reader.shard;

import static io.shardstream.reader.shard.ReaderHarness.refused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.loop.BlockedException;
import io.shardstream.reader.window.DocumentTally;
import java.time.Duration;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;

/// What Kafka does not take and the source does not answer is tried again, and told if it lasts.
class ReaderFailuresTest {
    private static final Duration A_WHILE = Duration.ofSeconds(3);
    private final ReaderHarness harness = new ReaderHarness();
    private final FakeSource source = harness.source;

    @Test
    void aWindowIsNotDoneBeforeItsRecordsAreAcknowledged() {
        source.index(10);
        harness.acknowledge = false;
        ShardReader reader = harness.reader();

        harness.pass(reader, A_WHILE);
        assertThat(harness.done()).isEqualTo(-1);
        assertThat(harness.budget.held()).isPositive();

        harness.acknowledge = true;
        harness.pass(reader, A_WHILE);
        assertThat(harness.done()).isEqualTo(9);
        assertThat(harness.budget.held()).isZero();
    }

    @Test
    void aRecordThatKafkaDidNotTakeIsReadAndSentAgainByAnotherProducer() {
        source.index(10);
        harness.acknowledge = false;
        ShardReader reader = harness.reader();
        harness.settle(reader);
        harness.docs.getFirst().errorNext(new TimeoutException("too slow"));
        while (harness.docs.getFirst().completeNext()) {
            // The others of the window arrive.
        }
        harness.deliver();

        harness.acknowledge = true;
        harness.pass(reader, A_WHILE);

        assertThat(harness.docs).hasSize(2);
        assertThat(harness.docs.getFirst().closed()).isTrue();
        assertThat(harness.docs.getLast().history()).hasSize(10);
        assertThat(harness.done()).isEqualTo(9);
    }

    /// As where some lanes have no leader: they count for what waits in Kafka, and are read and sent once more.
    @Test
    void whatKafkaTookOfAWindowThatFailedIsCountedAllTheSame() {
        source.index(10);
        harness.acknowledge = false;
        ShardReader reader = harness.reader();
        for (int i = 1; i <= 3; i++) {
            harness.pass(reader, Duration.ofSeconds(30));
            harness.docs.getLast().errorNext(new TimeoutException("too slow"));
            while (harness.docs.getLast().completeNext()) {
                // The others of the window arrive.
            }
            harness.deliver();

            assertThat(harness.docs).hasSize(i + 1);
            assertThat(harness.strays).isEqualTo(new DocumentTally(9L * i, 63L * i));
        }
        assertThat(harness.published).isEqualTo(DocumentTally.NOTHING);
    }

    @Test
    void aRecordThatKafkaNeverTakesBlocks() {
        source.index(1);
        harness.acknowledge = false;
        ShardReader reader = harness.reader();
        harness.settle(reader);
        harness.docs.getFirst().errorNext(new RecordTooLargeException("1001 bytes"));

        assertThatThrownBy(() -> harness.pass(reader, A_WHILE))
                .isInstanceOf(BlockedException.class)
                .hasMessageContaining("max.message.bytes");
    }

    @Test
    void aSourceThatDoesNotAnswerIsAskedAgain() {
        source.index(10);
        source.failure = new ElasticException.Malformed("out of order");
        ShardReader reader = harness.reader();
        harness.pass(reader, Duration.ofSeconds(30));
        assertThat(harness.numbers()).isEmpty();

        source.failure = null;
        harness.pass(reader, Duration.ofSeconds(12));

        assertThat(harness.done()).isEqualTo(9);
    }

    @Test
    void aUserWhoIsRefusedForAWhileGoesOnReading() {
        source.index(10);
        source.failure = refused(401, "security_exception");
        ShardReader reader = harness.reader();
        harness.pass(reader, Duration.ofSeconds(4));

        source.failure = null;
        harness.pass(reader, Duration.ofSeconds(12));

        assertThat(harness.done()).isEqualTo(9);
    }

    @Test
    void aUserWhoStaysRefusedIsToldAndGoesOnReadingWhenItIsNot() {
        source.index(10);
        source.failure = refused(403, "security_exception");
        ShardReader reader = harness.reader();
        harness.pass(reader, Duration.ofMinutes(5));
        assertThat(harness.counter.refusals().lasting())
                .hasValueSatisfying(sentence -> assertThat(sentence)
                        .startsWith("The source refuses the user of the run file (")
                        .contains("source.auth"));

        source.failure = null;
        harness.pass(reader, Duration.ofSeconds(12));

        assertThat(harness.done()).isEqualTo(9);
        assertThat(harness.counter.refusals().lasting()).isEmpty();
    }

    @Test
    void aBlockOfTheClusterIsNoRefusalOfTheUser() {
        source.failure = refused(403, "cluster_block_exception");
        ShardReader reader = harness.reader();

        harness.pass(reader, Duration.ofMinutes(2));

        assertThat(harness.checkpoints()).isEmpty();
    }

    @Test
    void aShardWithoutPrimaryIsLookedForAgain() {
        source.index(10);
        source.nowhere = true;
        ShardReader reader = harness.reader();
        harness.pass(reader, A_WHILE);

        source.nowhere = false;
        harness.pass(reader, Duration.ofSeconds(12));

        assertThat(harness.done()).isEqualTo(9);
    }

    @Test
    void aShardThatStaysWithoutPrimaryIsToldAndReadWhenItHasOneAgain() {
        source.index(10);
        source.nowhere = true;
        ShardReader reader = harness.reader();
        harness.pass(reader, Duration.ofSeconds(12));
        assertThat(harness.counter.refusals().lasting()).isEmpty();
        harness.pass(reader, Duration.ofSeconds(48));
        assertThat(harness.counter.refusals().lasting())
                .contains("index[3] cannot be read: nowhere. It is tried again by itself.");

        source.nowhere = false;
        harness.pass(reader, Duration.ofSeconds(12));
        assertThat(harness.counter.refusals().lasting()).isEmpty();
        assertThat(harness.done()).isEqualTo(9);
    }

    @Test
    void aSourceThatKeepsFailingIsTold() {
        source.failure = new ElasticException.Malformed("out of order");

        harness.pass(harness.reader(), Duration.ofMinutes(1));

        assertThat(harness.counter.refusals().lasting())
                .hasValueSatisfying(sentence -> assertThat(sentence).contains("out of order"));
    }
}
