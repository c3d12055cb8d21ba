package io.shardstream.writer.lane;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.contract.record.DocRecord;
import io.shardstream.common.contract.record.Outcome;
import io.shardstream.common.contract.record.Reject;
import io.shardstream.common.contract.record.RunTopics;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.errors.NotEnoughReplicasException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;

class OutcomeProducerTest {
    private static final RunTopics TOPICS = new RunTopics("run");
    private static final Outcome OUTCOME = new Outcome(1, 0, 3, 3, 0, 0, 9, 1, "n");

    private final MockProducer<byte[], byte[]> producer =
            new MockProducer<>(false, null, new ByteArraySerializer(), new ByteArraySerializer());
    private final ArrayDeque<Runnable> mailbox = new ArrayDeque<>();
    private final List<String> acknowledged = new ArrayList<>();
    private final List<String> said = new ArrayList<>();
    private long nanos = 7;
    private final OutcomeProducer ledger =
            new OutcomeProducer(producer, TOPICS, mailbox::add, 1000, (_, sentence) -> said.add(sentence), () -> nanos);

    @Test
    void nothingIsAcknowledgedBeforeKafkaDoes() {
        ledger.outcome(OUTCOME, () -> acknowledged.add("outcome"));
        ledger.doWork();
        assertThat(producer.history()).hasSize(1);
        assertThat(producer.history().getFirst().partition()).isEqualTo(1);
        assertThat(producer.history().getFirst().key()).asString(UTF_8).isEqualTo(Outcome.key(1));
        assertThat(Outcome.decode(producer.history().getFirst().value())).isEqualTo(OUTCOME);
        drain();
        assertThat(acknowledged).isEmpty();
        producer.completeNext();
        drain();
        assertThat(acknowledged).containsExactly("outcome");
    }

    @Test
    void whatFailedForAWhileIsSentAgain() {
        ledger.outcome(OUTCOME, () -> acknowledged.add("outcome"));
        ledger.doWork();
        producer.errorNext(new TimeoutException("no leader"));
        drain();
        assertThat(acknowledged).isEmpty();
        ledger.doWork();
        producer.completeNext();
        drain();
        assertThat(acknowledged).containsExactly("outcome");
    }

    /// C-135: the producer tries by itself for two minutes, and then gives up.
    @Test
    void whatKafkaDoesNotTakeIsToldAfterTenSecondsAndWhenTheProducerGivesUp() {
        ledger.doWork();
        nanos += Duration.ofHours(1).toNanos();
        ledger.outcome(OUTCOME, () -> acknowledged.add("outcome"));
        ledger.doWork();
        nanos += Duration.ofSeconds(9).toNanos();
        ledger.doWork();
        assertThat(said).isEmpty();
        nanos += Duration.ofSeconds(1).toNanos();
        ledger.doWork();
        ledger.doWork();
        assertThat(said)
                .singleElement()
                .asString()
                .contains("nothing of " + TOPICS.outcomes() + ", partition 1, for 10 s", "nothing is committed of")
                .contains("min.insync.replicas");

        producer.errorNext(new NotEnoughReplicasException("fewer in-sync replicas than required"));
        drain();
        assertThat(said).hasSize(2);
        assertThat(said.getLast())
                .contains(TOPICS.outcomes() + ", partition 1", "NotEnoughReplicasException", "fewer in-sync replicas");
        ledger.doWork();
        producer.completeNext();
        drain();
        nanos += Duration.ofHours(1).toNanos();
        ledger.doWork();
        assertThat(acknowledged).containsExactly("outcome");
        assertThat(said).hasSize(2);
    }

    @Test
    void whatCanNeverBeWrittenIsAnError() {
        ledger.outcome(OUTCOME, () -> {});
        ledger.doWork();
        producer.errorNext(new TopicAuthorizationException("outcomes"));
        assertThatThrownBy(this::drain).isInstanceOf(TopicAuthorizationException.class);
    }

    @Test
    void aRejectThatKafkaHasNoRoomForIsStoredWithoutItsSource() {
        ledger.reject(3, reject(100), () -> acknowledged.add("reject"));
        ledger.doWork();
        producer.errorNext(new RecordTooLargeException("100"));
        drain();
        ledger.doWork();
        producer.completeNext();
        drain();
        assertThat(acknowledged).containsExactly("reject");
        ProducerRecord<byte[], byte[]> stored = producer.history().getLast();
        assertThat(stored.topic() + "-" + stored.partition()).isEqualTo(TOPICS.rejects() + "-3");
        assertThat(stored.key()).asString(UTF_8).isEqualTo("id");
        assertThat(stored.value()).isEmpty();
        assertThat(stored.headers().lastHeader("reason").value()).isEqualTo(new byte[] {'w', 'h', 'y'});
    }

    @Test
    void theProducerNeverGetsMoreThanItHasRoomFor() {
        for (int i = 0; i < 5; i++) {
            ledger.reject(0, reject(50), () -> acknowledged.add("reject"));
        }
        assertThat(ledger.doWork()).as("a share of one partition").isEqualTo(2);
        assertThat(ledger.doWork()).isEqualTo(0);
        producer.completeNext();
        drain();
        assertThat(ledger.doWork()).isEqualTo(1);
        assertThat(producer.history()).hasSize(3);
    }

    @Test
    void allPartitionsTogetherLeaveRoomForOutcomes() {
        for (int lane = 0; lane < 12; lane++) {
            ledger.reject(lane, reject(100), () -> {});
        }
        assertThat(ledger.doWork()).isEqualTo(8);
        ledger.outcome(OUTCOME, () -> acknowledged.add("outcome"));
        assertThat(ledger.doWork()).isEqualTo(1);
    }

    @Test
    void whatBecomesFreeGoesToWhoeverHasHadNothingYet() {
        for (int lane = 0; lane < 9; lane++) {
            ledger.reject(lane, reject(100), () -> {});
            ledger.reject(lane, reject(100), () -> {});
        }
        assertThat(ledger.doWork()).isEqualTo(8);
        producer.completeNext();
        drain();
        assertThat(ledger.doWork()).isEqualTo(1);
        assertThat(producer.history().getLast().partition()).isEqualTo(8);
    }

    @Test
    void ofThoseThatAreLargerThanAShareOneGoesAtATimeBesideOthers() {
        ledger.reject(0, reject(5000), () -> {});
        ledger.reject(0, reject(5000), () -> {});
        ledger.reject(1, reject(5000), () -> {});
        ledger.reject(2, reject(50), () -> {});
        assertThat(ledger.doWork()).isEqualTo(2);
        producer.completeNext();
        drain();
        assertThat(ledger.doWork()).isEqualTo(1);
    }

    /// What a partition did not take waits behind all others, and it is tried with one record.
    @Test
    void aPartitionThatTakesNothingGetsOneRecordAtATimeBehindAllOthers() {
        ledger.reject(0, reject(50), () -> {});
        ledger.reject(0, reject(50), () -> {});
        assertThat(ledger.doWork()).isEqualTo(2);
        producer.errorNext(new TimeoutException("no leader"));
        producer.errorNext(new TimeoutException("no leader"));
        drain();
        ledger.reject(1, reject(50), () -> {});
        assertThat(ledger.doWork()).isEqualTo(2);
        assertThat(producer.history().subList(2, 4))
                .extracting(ProducerRecord::partition)
                .containsExactly(0, 1);
        ledger.reject(2, reject(50), () -> {});
        producer.errorNext(new TimeoutException("no leader"));
        drain();
        assertThat(ledger.doWork()).isEqualTo(2);
        assertThat(producer.history().subList(4, 6))
                .extracting(ProducerRecord::partition)
                .containsExactly(2, 0);

        producer.completeNext();
        producer.completeNext();
        producer.completeNext();
        drain();
        assertThat(ledger.doWork()).as("the rest").isEqualTo(1);
    }

    @Test
    void theSentenceNamesThePartitionThatIsSilentAndNotThoseThatTakeWhatTheyGet() {
        ledger.outcome(new Outcome(2, 0, 1, 1, 0, 0, 1, 1, "n"), () -> {});
        ledger.doWork();
        nanos += Duration.ofSeconds(5).toNanos();
        ledger.outcome(OUTCOME, () -> {});
        ledger.reject(1, reject(5), () -> {});
        ledger.doWork();
        nanos += Duration.ofSeconds(5).toNanos();
        ledger.doWork();
        assertThat(said)
                .singleElement()
                .asString()
                .startsWith("Kafka has acknowledged nothing of " + TOPICS.outcomes()
                        + ", partition 2, for 10 s, so that nothing is committed of that lane: look");
        nanos += Duration.ofSeconds(10).toNanos();
        ledger.doWork();
        assertThat(said.getLast())
                .startsWith("Kafka has acknowledged nothing of " + TOPICS.outcomes()
                        + ", partition 2, and of 2 other partitions, for 20 s, so that nothing is committed of those"
                        + " lanes: look");
    }

    @Test
    void ofALaneThatIsGivenUpNothingIsSentAgain() {
        ledger.reject(1, reject(50), () -> acknowledged.add("reject"));
        ledger.reject(1, reject(100), () -> acknowledged.add("reject"));
        ledger.outcome(OUTCOME, () -> acknowledged.add("outcome"));
        assertThat(ledger.doWork()).isEqualTo(2);
        ledger.giveUp(1);
        assertThat(ledger.doWork()).isZero();
        producer.errorNext(new TimeoutException("no leader"));
        producer.errorNext(new RecordTooLargeException("100"));
        drain();
        assertThat(ledger.doWork()).isZero();
        ledger.outcome(OUTCOME, () -> acknowledged.add("outcome"));
        assertThat(ledger.doWork()).isEqualTo(1);
    }

    @Test
    void aProducerThatCannotReachKafkaIsAskedOnceAStep() {
        OutcomeProducer away = new OutcomeProducer(
                new MockProducer<>(false, null, new ByteArraySerializer(), new ByteArraySerializer()) {
                    @Override
                    public synchronized Future<RecordMetadata> send(
                            ProducerRecord<byte[], byte[]> message, Callback callback) {
                        TimeoutException failure = new TimeoutException("not present in metadata after 5000 ms");
                        callback.onCompletion(null, failure);
                        return CompletableFuture.failedFuture(failure);
                    }
                },
                TOPICS,
                mailbox::add,
                1000,
                (_, sentence) -> said.add(sentence),
                () -> nanos);
        away.reject(0, reject(5), () -> {});
        away.reject(0, reject(5), () -> {});
        away.reject(1, reject(5), () -> {});

        assertThat(away.doWork()).isEqualTo(1);
        drain();
        assertThat(away.doWork()).isEqualTo(1);
    }

    @Test
    void aDeleteThatIsRejectedHasNoSourceToSend() {
        Reject delete = new Reject(new DocRecord(Bytes.utf8("id"), null, 1L << 50, null), "type", "why", 7);
        ledger.reject(0, delete, () -> {});

        assertThat(ledger.doWork()).isEqualTo(1);
    }

    @Test
    void itsProducerIsClosedWithIt() {
        ledger.close();

        assertThat(producer.closed()).isTrue();
    }

    private void drain() {
        while (!mailbox.isEmpty()) {
            mailbox.removeFirst().run();
        }
    }

    private static Reject reject(int bytes) {
        return new Reject(new DocRecord(Bytes.utf8("id"), null, 1L << 50, Bytes.of(new byte[bytes])), "type", "why", 7);
    }
}
