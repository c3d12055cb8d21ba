package io.shardstream.simulation.kafka;

import io.shardstream.simulation.kernel.Kernel;
import io.shardstream.simulation.kernel.SimulatedProcess;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;

/// An idempotent producer: what it sends to one partition arrives in its order and once, or not at all,
/// and whether it did is not always told.
final class ModelProducer extends PartialProducer {
    private static final Duration LINGER = Duration.ofMillis(10);
    private static final Duration RETRY = Duration.ofMillis(200);
    private static final Duration DELIVERY = Duration.ofMillis(800);
    private static final Duration MAX_BLOCK = Duration.ofMillis(500);

    private final KafkaModel kafka;
    private final SimulatedProcess process;
    private final Kernel kernel;
    private final Map<TopicPartition, Deque<Pending>> queues = new LinkedHashMap<>();
    private boolean closed;

    private record Pending(
            ProducerRecord<byte[], byte[]> message,
            @Nullable Callback callback,
            CompletableFuture<RecordMetadata> future,
            long deadline) {}

    ModelProducer(KafkaModel kafka, SimulatedProcess process) {
        this.kafka = kafka;
        this.process = process;
        this.kernel = kafka.kernel();
    }

    @Override
    public Future<RecordMetadata> send(ProducerRecord<byte[], byte[]> message, @Nullable Callback callback) {
        process.check();
        if (closed) {
            throw new IllegalStateException("Cannot perform operation after producer has been closed");
        }
        Integer number = message.partition();
        if (number == null) {
            throw new IllegalStateException("a record without a partition");
        }
        TopicPartition partition = new TopicPartition(message.topic(), number);
        CompletableFuture<RecordMetadata> future = new CompletableFuture<>();
        Pending pending = new Pending(message, callback, future, kernel.nanos() + kernel.around(DELIVERY));
        if (!kafka.log(partition).isAvailable(kernel.nanos()) && kafka.isTroubled()) {
            process.sleep(MAX_BLOCK);
            complete(pending, partition, -1, new TimeoutException("no metadata after max.block.ms"));
            return future;
        }
        Deque<Pending> queue = queues.computeIfAbsent(partition, one -> new ArrayDeque<>());
        queue.add(pending);
        if (queue.size() == 1) {
            process.deliver(kernel.around(LINGER), () -> transmit(partition, queue));
        }
        return future;
    }

    /// A batch of all that waits goes to the broker.
    private void transmit(TopicPartition partition, Deque<Pending> queue) {
        if (closed || queue.isEmpty()) {
            return;
        }
        PartitionLog log = kafka.log(partition);
        if (log.isAvailable(kernel.nanos())) {
            List<Pending> batch = new ArrayList<>(queue);
            queue.clear();
            append(partition, log, batch);
            return;
        }
        while (!queue.isEmpty() && queue.peek().deadline() <= kernel.nanos()) {
            complete(queue.remove(), partition, -1, new TimeoutException("not delivered in time"));
        }
        if (!queue.isEmpty()) {
            process.deliver(kernel.around(RETRY), () -> transmit(partition, queue));
        }
    }

    private void append(TopicPartition partition, PartitionLog log, List<Pending> batch) {
        long first = log.end();
        batch.forEach(pending -> log.append(pending.message(), null));
        kernel.trace(() -> process + " appends " + batch.size() + " to " + partition + " at " + first);
        boolean lost = kafka.isTroubled();
        long delay = lost ? DELIVERY.toNanos() : kernel.around(KafkaModel.NETWORK);
        process.deliver(delay, () -> {
            long offset = first;
            for (Pending pending : batch) {
                @Nullable Exception failure = null;
                if (closed) {
                    failure = new KafkaException("Producer is closed forcefully.");
                } else if (lost) {
                    failure = new TimeoutException("the answer was lost");
                }
                complete(pending, partition, offset++, failure);
            }
        });
    }

    private static void complete(Pending pending, TopicPartition partition, long offset, @Nullable Exception failure) {
        RecordMetadata metadata = new RecordMetadata(partition, Math.max(0, offset), 0, 0, 0, 0);
        if (failure == null) {
            pending.future().complete(metadata);
        } else {
            pending.future().completeExceptionally(failure);
        }
        Callback callback = pending.callback();
        if (callback != null) {
            callback.onCompletion(metadata, failure);
        }
    }

    /// What was not sent by now may be on its way already, or is given up; nobody learns which.
    @Override
    public void close(Duration timeout) {
        if (closed) {
            return;
        }
        closed = true;
        queues.forEach((partition, queue) -> {
            List<Pending> left = List.copyOf(queue);
            queue.clear();
            boolean underWay = kernel.chance(0.5);
            kernel.after(kernel.around(KafkaModel.NETWORK), () -> {
                if (underWay && kafka.log(partition).isAvailable(kernel.nanos())) {
                    left.forEach(pending -> kafka.log(partition).append(pending.message(), null));
                }
            });
            process.deliver(
                    kernel.around(KafkaModel.NETWORK),
                    () -> left.forEach(pending ->
                            complete(pending, partition, -1, new KafkaException("Producer is closed forcefully."))));
        });
    }
}
