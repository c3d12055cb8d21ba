package io.shardstream.control.console;

import io.shardstream.common.contract.record.Event;
import io.shardstream.common.contract.record.MemberReport;
import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.contract.record.UnknownRecordException;
import io.shardstream.common.kafka.KafkaConnection;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Follows the topics of events and members without waiting. Used by one thread.
final class NewsTail implements AutoCloseable {
    static final int MOST_EVENTS = 200;

    private static final Logger LOG = LoggerFactory.getLogger(NewsTail.class);
    private static final int MOST_REPORTS_BACK = 1_000;
    private static final Duration STALE = Duration.ofSeconds(30);
    private static final Duration POLLING = Duration.ofMillis(200);
    private static final int MOST_POLLS = 10;
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private record Member(String part, String name) {}

    private final Consumer<byte[], byte[]> consumer;
    private final TopicPartition events;
    private final TopicPartition members;
    private final Deque<Event> latest = new ArrayDeque<>();
    private final Map<Member, MemberReport> reports = new HashMap<>();
    private Optional<Instant> lastReport = Optional.empty();
    private boolean isPlaced;

    /// @param consumer used by nobody else, closed with this
    NewsTail(Consumer<byte[], byte[]> consumer, RunTopics topics) {
        this.consumer = consumer;
        this.events = new TopicPartition(topics.events(), 0);
        this.members = new TopicPartition(topics.members(), 0);
        consumer.assign(List.of(events, members));
    }

    static NewsTail of(KafkaConnection kafka, RunTopics topics) {
        return new NewsTail(kafka.consumer("shardstream-news", Map.of()), topics);
    }

    /// Takes in what has come.
    ///
    /// @throws org.apache.kafka.common.KafkaException if Kafka cannot be asked, or has no such topics
    void poll() {
        if (!isPlaced) {
            place();
        }
        try {
            consumer.poll(Duration.ZERO).forEach(this::keep);
        } catch (OffsetOutOfRangeException e) {
            isPlaced = false;
        }
    }

    /// Takes in what is there now, and waits for it.
    ///
    /// @throws org.apache.kafka.common.KafkaException if Kafka cannot be asked, or has no such topics
    void pollToEnd() {
        place();
        Map<TopicPartition, Long> ends = consumer.endOffsets(List.of(events, members), PATIENCE);
        for (int polls = 0; polls < MOST_POLLS && !isAt(ends); polls++) {
            consumer.poll(POLLING).forEach(this::keep);
        }
    }

    private boolean isAt(Map<TopicPartition, Long> ends) {
        return ends.entrySet().stream().allMatch(end -> consumer.position(end.getKey(), PATIENCE) >= end.getValue());
    }

    /// Of long lists only the end is of interest.
    private void place() {
        latest.clear(); // what is kept of it is read again
        List<TopicPartition> both = List.of(events, members);
        Map<TopicPartition, Long> begins = consumer.beginningOffsets(both, PATIENCE);
        consumer.endOffsets(both, PATIENCE).forEach((partition, end) -> {
            int back = partition.equals(events) ? MOST_EVENTS : MOST_REPORTS_BACK;
            consumer.seek(partition, Math.max(begins.getOrDefault(partition, 0L), end - back));
        });
        isPlaced = true;
    }

    private void keep(ConsumerRecord<byte[], byte[]> kafka) {
        if (kafka.key() != null) {
            return; // events and reports have none
        }
        try {
            if (kafka.topic().equals(events.topic())) {
                latest.addLast(Event.decode(kafka.value()));
                if (latest.size() > MOST_EVENTS) {
                    latest.removeFirst();
                }
            } else {
                MemberReport report = MemberReport.decode(kafka.value());
                reports.put(new Member(report.part(), report.member()), report);
                lastReport =
                        Optional.of(lastReport.filter(report.at()::isBefore).orElse(report.at()));
            }
        } catch (UnknownRecordException e) {
            LOG.debug("Another version tells what this one does not understand: {}", e.getMessage());
        }
    }

    /// The newest last.
    List<Event> events() {
        return List.copyOf(latest);
    }

    /// Of everyone who has told something in the last half minute.
    List<MemberReport> reports(Instant now) {
        reports.values().removeIf(report -> report.at().isBefore(now.minus(STALE)));
        return List.copyOf(reports.values());
    }

    /// When anyone has told something last, however long ago that is; empty if nobody has.
    Optional<Instant> lastReport() {
        return lastReport;
    }

    @Override
    public void close() {
        KafkaConnection.close(consumer);
    }
}
