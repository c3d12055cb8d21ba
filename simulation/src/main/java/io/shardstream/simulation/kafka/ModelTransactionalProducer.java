package io.shardstream.simulation.kafka;

import io.shardstream.simulation.kernel.SimulatedProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.InvalidTxnStateException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;

/// A producer of transactions, until another one with its id begins.
final class ModelTransactionalProducer extends PartialProducer {
    private static final Duration RETRY = Duration.ofMillis(100);
    private static final int TRIES = 20;

    /// `transaction.timeout.ms`: until then nobody who reads what is committed gets past an open transaction.
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private final KafkaModel kafka;
    private final SimulatedProcess process;
    private final Coordinator coordinator;
    private final List<Unsent> unsent = new ArrayList<>();
    private int epoch;
    private boolean open;
    private boolean broken;
    private boolean closed;

    private record Unsent(
            ProducerRecord<byte[], byte[]> message,
            @Nullable Callback callback) {}

    ModelTransactionalProducer(KafkaModel kafka, SimulatedProcess process, Coordinator coordinator) {
        this.kafka = kafka;
        this.process = process;
        this.coordinator = coordinator;
    }

    @Override
    public void initTransactions() {
        request();
        epoch = coordinator.initialize();
        kafka.kernel().trace(() -> process + " fences with epoch " + epoch);
        answer();
    }

    @Override
    public void beginTransaction() {
        process.check();
        if (broken || open || closed) {
            throw new IllegalStateException("a transaction cannot begin");
        }
        open = true;
    }

    @Override
    public Future<RecordMetadata> send(ProducerRecord<byte[], byte[]> message, @Nullable Callback callback) {
        unsent.add(new Unsent(message, callback));
        return new CompletableFuture<>();
    }

    @Override
    public void commitTransaction() {
        for (Unsent one : List.copyOf(unsent)) {
            ProducerRecord<byte[], byte[]> message = one.message();
            request();
            requireInTime();
            if (coordinator.isFenced(epoch)) {
                broken = true;
                throw new KafkaException(
                        "the transaction cannot be committed", new InvalidProducerEpochException("an old epoch"));
            }
            Integer partition = message.partition();
            if (partition == null) {
                throw new IllegalStateException("a record without a partition");
            }
            TopicPartition place = new TopicPartition(message.topic(), partition);
            PartitionLog log = kafka.log(place);
            long offset = log.append(
                    message,
                    coordinator.transaction(
                            log, begun -> kafka.kernel().after(TIMEOUT.toNanos(), () -> coordinator.expire(begun))));
            Callback callback = one.callback();
            if (callback != null) {
                callback.onCompletion(new RecordMetadata(place, offset, 0, 0, 0, 0), null);
            }
        }
        unsent.clear();
        request();
        requireInTime();
        if (coordinator.isFenced(epoch)) {
            broken = true;
            throw new ProducerFencedException("there is a newer producer with the same id");
        }
        coordinator.end(true);
        open = false;
        answer();
    }

    private void requireInTime() {
        if (!coordinator.isFenced(epoch) && coordinator.isExpired()) {
            broken = true;
            throw new InvalidTxnStateException("the transaction was open for too long");
        }
    }

    /// A request arrives at the cluster, or never does.
    private void request() {
        for (int i = 0; i < TRIES; i++) {
            process.travel(KafkaModel.NETWORK);
            if (closed) {
                throw new KafkaException("Producer is closed forcefully.");
            }
            if (kafka.areCoordinatorsAvailable()) {
                return;
            }
            process.sleep(RETRY);
        }
        broken = true;
        throw new TimeoutException("the coordinator does not answer");
    }

    private void answer() {
        if (kafka.isTroubled()) {
            process.travel(RETRY);
            broken = true;
            throw new TimeoutException("the answer was lost");
        }
    }

    @Override
    public void close(Duration timeout) {
        closed = true;
    }
}
