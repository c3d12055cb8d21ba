package io.shardstream.writer.lane;

import io.shardstream.common.contract.bytes.NumberText;
import io.shardstream.common.contract.record.Outcome;
import io.shardstream.common.contract.record.Reject;
import io.shardstream.common.contract.record.RunTopics;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.RetriableException;
import org.jspecify.annotations.Nullable;

/// The rejects and outcomes topics, as one writer writes them: each record is sent until it is acknowledged.
/// A partition that takes nothing holds up no other one: it has a [PartitionBacklog] of its own, of which the
/// producer gets a share and no more.
///
/// Used by the loop's thread only; the producer's callbacks come back to it through the mailbox.
public final class OutcomeProducer implements AutoCloseable {
    /// What the producer may have is divided into so many shares. One partition gets one at most, so that
    /// some may be stuck; and one is left for outcomes, which are small, and without which nothing is
    /// committed.
    private static final int SHARES = 8;

    private static final long LONG = Duration.ofSeconds(10).toNanos();
    private static final String ADVICE = " look whether as many of the topic's replicas are in sync as its"
            + " min.insync.replicas wants, and whether its partitions have leaders.";

    private final Producer<byte[], byte[]> producer;
    private final RunTopics topics;
    private final Executor mailbox;
    private final long maxUnackedBytes;
    /// Of partitions that are still to take something, in the order in which they have their turn: whoever
    /// had one is last.
    private final Map<TopicPartition, PartitionBacklog> backlogs = new LinkedHashMap<>();
    private final BiConsumer<String, String> warnings;
    private final LongSupplier nanoTime;
    /// Without the large one.
    private long unackedBytes;
    private boolean isLargeUnderWay;
    private long said;

    /// @param mailbox runs what it is given on the loop's thread
    /// @param maxUnackedBytes how much to give to the producer before some of it is acknowledged, beside one
    ///     record that is larger than an eighth of that; less than its buffer, so that it never makes the
    ///     loop wait
    /// @param warnings is told in a sentence what Kafka does not take, again and again
    public OutcomeProducer(
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
        this.said = nanoTime.getAsLong() - LONG;
    }

    /// Stores a reject. If Kafka has no room for a record of that size, it is stored without the
    /// source, which lies in the docs topic.
    public void reject(int lane, Reject reject, Runnable acknowledged) {
        ProducerRecord<byte[], byte[]> record = reject.toProducerRecord(topics.rejects(), lane);
        ProducerRecord<byte[], byte[]> withoutSource =
                new ProducerRecord<>(record.topic(), record.partition(), record.key(), new byte[0], record.headers());
        add(rejectsOf(lane), new Pending(record, acknowledged, withoutSource));
    }

    public void outcome(Outcome outcome, Runnable acknowledged) {
        byte[] key = Outcome.key(outcome.lane()).getBytes(StandardCharsets.UTF_8);
        add(
                outcomesOf(outcome.lane()),
                new Pending(
                        new ProducerRecord<>(topics.outcomes(), outcome.lane(), key, outcome.encode()),
                        acknowledged,
                        null));
    }

    private TopicPartition rejectsOf(int lane) {
        return new TopicPartition(topics.rejects(), lane);
    }

    private TopicPartition outcomesOf(int lane) {
        return new TopicPartition(topics.outcomes(), lane);
    }

    private void add(TopicPartition to, Pending pending) {
        backlogs.computeIfAbsent(to, PartitionBacklog::new).add(pending);
    }

    /// Forgets what a lane still has to tell, since whoever gets it tells all of it again: else what a stuck
    /// partition does not take would grow with each time that its lane comes and goes.
    public void giveUp(int lane) {
        for (TopicPartition partition : List.of(rejectsOf(lane), outcomesOf(lane))) {
            PartitionBacklog backlog = backlogs.get(partition);
            if (backlog != null) {
                backlog.giveUp();
                forgetIfEmpty(backlog);
            }
        }
    }

    private void forgetIfEmpty(PartitionBacklog backlog) {
        if (backlog.isEmpty()) {
            backlogs.remove(backlog.partition());
        }
    }

    /// Gives the producer what it has room for. A producer that cannot reach Kafka makes the caller wait
    /// for each record (`max.block.ms`) and then fails it, so the first that fails at once ends the step:
    /// the loop has to poll meanwhile.
    ///
    /// @return how many records
    public int doWork() {
        sayWhatIsSilent();
        List<PartitionBacklog> served = new ArrayList<>();
        int sent = 0;
        boolean isReached = true;
        for (PartitionBacklog backlog : backlogs.values()) {
            int before = sent;
            while (isReached && mayTakeFrom(backlog)) {
                isReached = send(backlog).state() != Future.State.FAILED;
                sent++;
            }
            if (sent > before) {
                served.add(backlog);
            }
        }
        served.forEach(this::putBehindOthers);
        return sent;
    }

    private void putBehindOthers(PartitionBacklog backlog) {
        backlogs.remove(backlog.partition());
        backlogs.put(backlog.partition(), backlog);
    }

    private boolean mayTakeFrom(PartitionBacklog backlog) {
        Pending next = backlog.next();
        if (next == null || (backlog.isRefused() && backlog.isUnacked())) {
            return false;
        }
        if (isLarge(next)) {
            return !isLargeUnderWay;
        }
        long most = next.holdsDocument() ? maxUnackedBytes - share() : maxUnackedBytes;
        return backlog.unackedBytes() + next.size() <= share() && unackedBytes + next.size() <= most;
    }

    private boolean isLarge(Pending pending) {
        return pending.size() > share();
    }

    private long share() {
        return maxUnackedBytes / SHARES;
    }

    /// A producer tries for two minutes, unless `delivery.timeout.ms` says otherwise, before it says why.
    private void sayWhatIsSilent() {
        long now = nanoTime.getAsLong();
        if (now - said < LONG) {
            return;
        }
        List<PartitionBacklog> silent = backlogs.values().stream()
                .filter(backlog -> backlog.isUnacked() && now - backlog.quietSince() >= LONG)
                .sorted(Comparator.comparingLong(backlog -> backlog.quietSince() - now))
                .toList();
        if (silent.isEmpty()) {
            return;
        }
        said = now;
        PartitionBacklog first = silent.getFirst();
        int others = silent.size() - 1;
        warnings.accept(
                "ledger silent",
                "Kafka has acknowledged nothing of " + nameOf(first.partition())
                        + (others == 0
                                ? ""
                                : ", and of " + NumberText.of(others, "other partition", "other partitions"))
                        + ", for " + Duration.ofNanos(now - first.quietSince()).toSeconds()
                        + " s, so that nothing is committed of "
                        + (others == 0 ? "that lane:" : "those lanes:")
                        + ADVICE);
    }

    private static String nameOf(TopicPartition partition) {
        return partition.topic() + ", partition " + partition.partition();
    }

    private Future<RecordMetadata> send(PartitionBacklog backlog) {
        Pending pending = backlog.take(nanoTime.getAsLong());
        if (isLarge(pending)) {
            isLargeUnderWay = true;
        } else {
            unackedBytes += pending.size();
        }
        return producer.send(
                pending.message(), (_, failure) -> mailbox.execute(() -> ended(backlog, pending, failure)));
    }

    private void ended(PartitionBacklog backlog, Pending pending, @Nullable Exception failure) {
        if (isLarge(pending)) {
            isLargeUnderWay = false;
        } else {
            unackedBytes -= pending.size();
        }
        boolean isAwaited = backlog.cameBack(pending);
        switch (failure) {
            case null -> {
                backlog.taken(nanoTime.getAsLong());
                pending.acknowledged().run();
            }
            case RecordTooLargeException _ -> {
                if (isAwaited) {
                    backlog.addFirst(pending.smaller());
                }
            }
            case RetriableException e -> {
                backlog.refused();
                putBehindOthers(backlog);
                if (isAwaited) {
                    backlog.add(pending);
                    warnOfRefusal(backlog, e);
                }
            }
            case RuntimeException e -> throw e;
            default -> throw new KafkaException(failure);
        }
        forgetIfEmpty(backlog);
    }

    private void warnOfRefusal(PartitionBacklog backlog, RetriableException e) {
        warnings.accept(
                "ledger refused",
                "Kafka does not take a record of " + nameOf(backlog.partition())
                        + ", which is sent again, and nothing is committed of that lane until it does ("
                        + e.getClass().getSimpleName() + ": " + e.getMessage() + "):" + ADVICE);
    }

    /// Gives up what is not acknowledged.
    @Override
    public void close() {
        producer.close(Duration.ZERO);
    }
}
