package io.shardstream.writer.ledger;

import io.shardstream.common.record.Outcome;
import io.shardstream.common.record.Reject;
import io.shardstream.common.topic.RunTopics;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.RetriableException;
import org.jspecify.annotations.Nullable;

/// The rejects and outcomes topics, as one writer writes them: each record is sent until it is
/// acknowledged.
///
/// Used by the loop's thread only; the producer's callbacks come back to it through the mailbox.
public final class Ledger implements AutoCloseable {
    private static final long LONG = Duration.ofSeconds(10).toNanos();
    private static final String ADVICE = " look whether as many of the topic's replicas are in sync as its"
            + " min.insync.replicas wants, and whether its partitions have leaders.";

    private final Producer<byte[], byte[]> producer;
    private final RunTopics topics;
    private final Executor mailbox;
    private final long maxUnackedBytes;
    private final ArrayDeque<Pending> unsent = new ArrayDeque<>();
    private final BiConsumer<String, String> warnings;
    private final LongSupplier nanoTime;
    private long unackedBytes;
    private long quietSince;
    private long said;

    private record Pending(ProducerRecord<byte[], byte[]> message, Runnable acknowledged, Runnable tooLarge) {
        long size() {
            byte[] value = message.value();
            return (long) message.key().length + (value == null ? 0 : value.length);
        }
    }

    /// @param mailbox runs what it is given on the loop's thread
    /// @param maxUnackedBytes how much to give to the producer before some of it is acknowledged;
    ///     less than its buffer, so that it never makes the loop wait
    /// @param warnings is told in a sentence what Kafka does not take, again and again
    public Ledger(
            Producer<byte[], byte[]> producer,
            RunTopics topics,
            Executor mailbox,
            long maxUnackedBytes,
            BiConsumer<String, String> warnings,
            LongSupplier nanoTime) {
        this.producer = producer;
        this.topics = topics;
        this.mailbox = mailbox;
        this.maxUnackedBytes = maxUnackedBytes;
        this.warnings = warnings;
        this.nanoTime = nanoTime;
    }

    /// Stores a reject. If Kafka has no room for a record of that size, it is stored without the
    /// source, which lies in the docs topic.
    public void reject(int lane, Reject reject, Runnable acknowledged) {
        ProducerRecord<byte[], byte[]> record = reject.toProducerRecord(topics.rejects(), lane);
        ProducerRecord<byte[], byte[]> withoutSource =
                new ProducerRecord<>(record.topic(), record.partition(), record.key(), new byte[0], record.headers());
        unsent.add(new Pending(
                record,
                acknowledged,
                () -> unsent.addFirst(new Pending(withoutSource, acknowledged, () -> {
                    throw new KafkaException("a reject does not fit into " + topics.rejects() + " even without source");
                }))));
    }

    public void outcome(Outcome outcome, Runnable acknowledged) {
        byte[] key = Outcome.key(outcome.lane()).getBytes(StandardCharsets.UTF_8);
        unsent.add(new Pending(
                new ProducerRecord<>(topics.outcomes(), outcome.lane(), key, outcome.encode()), acknowledged, () -> {
                    throw new KafkaException("an outcome does not fit into " + topics.outcomes());
                }));
    }

    /// Gives the producer what it has room for. A producer that cannot reach Kafka makes the caller wait
    /// for each record (`max.block.ms`) and then fails it, so the first that fails at once ends the step:
    /// the loop has to poll meanwhile.
    ///
    /// @return how many records
    public int doWork() {
        sayIfNothingIsAcknowledged();
        int sent = 0;
        while (!unsent.isEmpty()
                && (unackedBytes == 0 || unackedBytes + unsent.peekFirst().size() <= maxUnackedBytes)) {
            sent++;
            if (send(unsent.removeFirst()).state() == Future.State.FAILED) {
                break;
            }
        }
        return sent;
    }

    /// A producer tries for two minutes, unless `delivery.timeout.ms` says otherwise, before it says why.
    private void sayIfNothingIsAcknowledged() {
        long now = nanoTime.getAsLong();
        if (unackedBytes == 0) {
            quietSince = now;
        } else if (now - quietSince >= LONG && now - said >= LONG) {
            said = now;
            warnings.accept(
                    "ledger silent",
                    "Kafka has acknowledged nothing of " + topics.outcomes() + " and " + topics.rejects()
                            + " for " + Duration.ofNanos(now - quietSince).toSeconds()
                            + " s, so that nothing is committed:"
                            + ADVICE);
        }
    }

    private Future<RecordMetadata> send(Pending pending) {
        unackedBytes += pending.size();
        return producer.send(pending.message(), (metadata, failure) -> mailbox.execute(() -> ended(pending, failure)));
    }

    private void ended(Pending pending, @Nullable Exception failure) {
        unackedBytes -= pending.size();
        if (failure == null) {
            quietSince = nanoTime.getAsLong();
        }
        switch (failure) {
            case null -> pending.acknowledged().run();
            case RecordTooLargeException e -> pending.tooLarge().run();
            case RetriableException e -> {
                warnings.accept(
                        "ledger refused",
                        "Kafka does not take a record of "
                                + pending.message().topic() + ", partition "
                                + pending.message().partition()
                                + ", which is sent again, and nothing is committed until it"
                                + " does (" + e.getClass().getSimpleName() + ": " + e.getMessage() + "):" + ADVICE);
                unsent.addLast(pending);
            }
            case RuntimeException e -> throw e;
            default -> throw new KafkaException(failure);
        }
    }

    /// Gives up what is not acknowledged.
    @Override
    public void close() {
        producer.close(Duration.ZERO);
    }
}
