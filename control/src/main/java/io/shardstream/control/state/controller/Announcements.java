package io.shardstream.control.state.controller;

import io.shardstream.common.contract.record.MemberFormat;
import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.contract.record.UnknownRecordException;
import io.shardstream.common.kafka.KafkaConnection;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What members announce from now on of the formats that they understand, without waiting. Each announcement
/// counts for half a minute from when it was read here, whatever the clock of the member says. When it was
/// made is told by its offset alone: who reads late, such as a controller behind a long sweep, reads what is
/// old. Used by one thread.
final class Announcements implements AutoCloseable {
    static final Duration VALID = Duration.ofSeconds(30);

    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final Logger LOG = LoggerFactory.getLogger(Announcements.class);
    private static final byte[] KEY = MemberFormat.KEY.getBytes(StandardCharsets.UTF_8);

    private final Consumer<byte[], byte[]> consumer;
    private final List<TopicPartition> members;
    private final InstantSource clock;
    private final Map<Named, Heard> heard = new HashMap<>();

    /// @param isInstance whether it is the name of a static member of the part's group, and not of a process
    private record Named(String part, String name, boolean isInstance) {}

    private record Heard(int format, long offset, Instant at) {}

    /// @param consumer used by nobody else, closed with this
    Announcements(Consumer<byte[], byte[]> consumer, RunTopics topics, InstantSource clock) {
        this.consumer = consumer;
        this.members = List.of(new TopicPartition(topics.members(), 0));
        this.clock = clock;
        consumer.assign(members);
        consumer.seekToEnd(members);
    }

    /// Takes in all that has come.
    ///
    /// @throws org.apache.kafka.common.KafkaException if Kafka cannot be asked, or has no such topic
    void poll() {
        Instant now = clock.instant();
        try {
            ConsumerRecords<byte[], byte[]> some;
            do {
                some = consumer.poll(Duration.ZERO);
                some.forEach(record -> keep(record, now));
            } while (!some.isEmpty());
        } catch (OffsetOutOfRangeException e) {
            consumer.seekToEnd(members);
        }
        heard.values().removeIf(one -> one.at().plus(VALID).isBefore(now));
    }

    /// Where the next announcement will lie: all that are made from now on have this offset or a higher one.
    ///
    /// @throws org.apache.kafka.common.KafkaException if Kafka does not say so within five seconds
    long end() {
        return Math.max(0, consumer.endOffsets(members, PATIENCE).getOrDefault(members.getFirst(), 0L));
    }

    private void keep(ConsumerRecord<byte[], byte[]> kafka, Instant now) {
        if (!Arrays.equals(KEY, kafka.key())) {
            return;
        }
        try {
            MemberFormat told = MemberFormat.decode(kafka.value());
            boolean isInstance = !told.instance().isEmpty();
            heard.put(
                    new Named(told.part(), isInstance ? told.instance() : told.member(), isInstance),
                    new Heard(told.format(), kafka.offset(), now));
        } catch (UnknownRecordException e) {
            LOG.debug("An announcement counts for nothing: {}", e.getMessage());
        }
    }

    /// What a process has announced at this offset or a higher one; empty for nothing.
    OptionalInt ofProcess(String part, String process, long from) {
        return of(new Named(part, process, false), from);
    }

    /// What a static member of the part's group has announced at this offset or a higher one; empty for
    /// nothing.
    OptionalInt ofInstance(String part, String instance, long from) {
        return of(new Named(part, instance, true), from);
    }

    private OptionalInt of(Named member, long from) {
        Heard last = heard.get(member);
        return last == null || last.offset() < from ? OptionalInt.empty() : OptionalInt.of(last.format());
    }

    @Override
    public void close() {
        KafkaConnection.close(consumer);
    }
}
