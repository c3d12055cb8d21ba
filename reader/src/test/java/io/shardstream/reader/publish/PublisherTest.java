package io.shardstream.reader.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.contract.record.DocRecord;
import io.shardstream.common.contract.record.RunOrigin;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.contract.record.VersionWord;
import io.shardstream.common.contract.routing.ShardRouting;
import io.shardstream.common.loop.Mailbox;
import io.shardstream.reader.window.DocumentTally;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;

class PublisherTest {
    private static final RunPlan PLAN = new RunPlan(
            "old", "u1", 1, "new", "u2", new ShardRouting(5, 640, 1), "alias", "run-id", 100, List.of(7L), 8);
    private static final RunOrigin ORIGIN = RunOrigin.of(PLAN);
    private final TimeoutException notThere = new TimeoutException("docs not present in metadata after 10000 ms");
    private final Mailbox mailbox = new Mailbox();
    private final List<Optional<Exception>> outcomes = new ArrayList<>();
    private final List<FakeProducer> producers = new ArrayList<>();
    private boolean away = true;
    private boolean cannotBeMade;
    private final Publisher publisher = new Publisher(this::producer, new RunTopics("run"), ORIGIN, mailbox, _ -> {});

    @Test
    void aProducerThatCannotReachKafkaIsAskedOnceAndNotForEveryRecord() {
        publish(1000);
        publish(1000);

        assertThat(producers.getFirst().asked).isEqualTo(1);
        mailbox.drain();
        assertThat(outcomes).containsExactly(Optional.of(notThere), Optional.of(notThere));
    }

    @Test
    void itsSuccessorIsAskedAgain() {
        publish(3);
        mailbox.drain();
        away = false;
        publish(3);
        mailbox.drain();

        assertThat(producers).hasSize(2);
        assertThat(producers.getFirst().closed()).isTrue();
        assertThat(producers.getLast().asked).isEqualTo(3);
        assertThat(outcomes).containsExactly(Optional.of(notThere), Optional.empty());
    }

    @Test
    void aSuccessorThatCannotBeMadeIsMadeLater() {
        publish(3);
        cannotBeMade = true;
        mailbox.drain();
        publish(3);
        mailbox.drain();
        cannotBeMade = false;
        away = false;
        publish(3);
        mailbox.drain();

        assertThat(producers).hasSize(2);
        assertThat(outcomes).hasSize(3);
        assertThat(outcomes.get(1).orElseThrow()).hasMessageContaining("resolvable");
        assertThat(outcomes.getLast()).isEmpty();
    }

    @Test
    void whatIsPublishedSaysWhichRunItIsOf() {
        away = false;
        publish(2);
        mailbox.drain();

        assertThat(producers.getFirst().history()).hasSize(2).allSatisfy(sent -> {
            ConsumerRecord<byte[], byte[]> read = new ConsumerRecord<>(sent.topic(), 0, 0, sent.key(), sent.value());
            sent.headers().forEach(read.headers()::add);
            assertThatThrownBy(() -> DocRecord.from(read, RunOrigin.of(another())))
                    .hasMessageContaining("was written by another run");
            assertThat(DocRecord.from(read, ORIGIN).id()).isEqualTo(Bytes.utf8("id"));
        });
    }

    private static RunPlan another() {
        return new RunPlan(
                "old", "u1", 1, "new", "u2", new ShardRouting(5, 640, 1), "alias", "another", 100, List.of(7L), 8);
    }

    private void publish(int documents) {
        DocRecord document = new DocRecord(Bytes.utf8("id"), null, new VersionWord(1, 0, 0).value(), Bytes.utf8("{}"));
        List<WindowRecords.Laned<DocRecord>> laned = new ArrayList<>();
        for (int i = 0; i < documents; i++) {
            laned.add(new WindowRecords.Laned<>(0, document));
        }
        publisher.publish(
                new WindowRecords(laned, List.of(), new DocumentTally(documents, 2)),
                problem -> outcomes.add(Optional.ofNullable(problem)));
    }

    private Producer<byte[], byte[]> producer() {
        if (cannotBeMade) {
            throw new KafkaException("No resolvable bootstrap urls");
        }
        producers.add(new FakeProducer());
        return producers.getLast();
    }

    /// Says what Kafka's own says when it knows of no broker, without waiting.
    private final class FakeProducer extends MockProducer<byte[], byte[]> {
        int asked;

        FakeProducer() {
            super(true, null, new ByteArraySerializer(), new ByteArraySerializer());
        }

        @Override
        public synchronized Future<RecordMetadata> send(ProducerRecord<byte[], byte[]> message, Callback callback) {
            asked++;
            if (!away) {
                return super.send(message, callback);
            }
            callback.onCompletion(null, notThere);
            return CompletableFuture.failedFuture(notThere);
        }
    }
}
