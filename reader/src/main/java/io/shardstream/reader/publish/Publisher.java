package io.shardstream.reader.publish;

import io.shardstream.common.contract.record.DocRecord;
import io.shardstream.common.contract.record.Reject;
import io.shardstream.common.contract.record.RunOrigin;
import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.loop.Mailbox;
import io.shardstream.reader.window.DocumentTally;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;

/// Sends harvests to the docs and rejects topics, by a producer that all shards share. A producer that
/// failed once is replaced: what became of its other records is not known. While none can be made, as when the
/// names of Kafka's brokers cannot be resolved, every harvest fails. Used by the loop's thread.
public final class Publisher implements AutoCloseable {
    private static final Duration GRACE = Duration.ofSeconds(1);

    private final Supplier<Producer<byte[], byte[]>> producers;
    private final RunTopics topics;
    private final RunOrigin origin;
    private final Mailbox mailbox;
    private final Consumer<DocumentTally> strays;
    /// Null while none can be made.
    private @Nullable Producer<byte[], byte[]> producer;

    private long generation;
    /// Why the producer of this generation is about to be replaced, or could not be made.
    private @Nullable Exception broken;

    /// @param origin of the run whose topics these are
    /// @param strays told of documents that Kafka has taken of a harvest that failed, as where some lanes take
    ///     nothing: they are sent once more with the others
    public Publisher(
            Supplier<Producer<byte[], byte[]>> producers,
            RunTopics topics,
            RunOrigin origin,
            Mailbox mailbox,
            Consumer<DocumentTally> strays) {
        this.producers = producers;
        this.topics = topics;
        this.origin = origin;
        this.mailbox = mailbox;
        this.strays = strays;
        this.producer = producers.get();
    }

    /// Sends every record of the harvest. A producer that cannot reach Kafka makes the caller wait for each
    /// record (`max.block.ms`), so after the first that fails no more are given to it: a loop that waits for
    /// thousands of them would not poll, and lose its shards.
    ///
    /// @param outcome told once, on the loop's thread: null when Kafka has acknowledged every
    ///     record, else what went wrong with the first that it did not
    public void publish(WindowRecords harvest, Consumer<@Nullable Exception> outcome) {
        if (producer == null) {
            replace();
        }
        Producer<byte[], byte[]> open = producer;
        Exception reason = broken;
        if (reason != null || open == null) {
            Exception why = reason == null ? new IllegalStateException("there is no producer") : reason;
            mailbox.execute(() -> outcome.accept(why));
            return;
        }
        long sentBy = generation;
        Receipt receipt = new Receipt(
                harvest.size(),
                (failure, taken) -> mailbox.execute(() -> {
                    replaceIfFailed(sentBy, failure);
                    if (failure != null && taken > 0) {
                        strays.accept(part(harvest, taken));
                    }
                    outcome.accept(failure);
                }));
        try {
            for (WindowRecords.Laned<DocRecord> document : harvest.documents()) {
                send(open, document.content().toProducerRecord(topics.docs(), document.lane(), origin), receipt);
            }
            for (WindowRecords.Laned<Reject> reject : harvest.rejects()) {
                send(open, reject.content().toProducerRecord(topics.rejects(), reject.lane()), receipt);
            }
            receipt.complete();
        } catch (KafkaException | IllegalStateException e) {
            broken = e;
            receipt.abort(e);
        }
    }

    private static DocumentTally part(WindowRecords harvest, int records) {
        return new DocumentTally(records, harvest.tally().bytes() * records / harvest.size());
    }

    /// @throws KafkaException if the producer has refused this record or lost an earlier one
    private static void send(Producer<byte[], byte[]> open, ProducerRecord<byte[], byte[]> message, Receipt receipt) {
        Future<?> _ = open.send(message, receipt);
        Exception failure = receipt.failure();
        if (failure != null) {
            throw failure instanceof KafkaException kafka ? kafka : new KafkaException(failure);
        }
    }

    private void replaceIfFailed(long sentBy, @Nullable Exception failure) {
        if (failure != null && sentBy == generation && producer != null) {
            producer.close(Duration.ZERO);
            generation++;
            replace();
        }
    }

    private void replace() {
        try {
            producer = producers.get();
            broken = null;
        } catch (KafkaException e) {
            producer = null;
            broken = e;
        }
    }

    @Override
    public void close() {
        if (producer != null) {
            producer.close(GRACE);
        }
    }
}
