package io.shardstream.control.console;

import io.shardstream.common.contract.record.Event;
import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.kafka.KafkaConnection;
import io.shardstream.common.kafka.NoticeProducer;
import java.util.List;

/// Writes what happened into the events topic.
final class EventLog implements AutoCloseable {
    private final NoticeProducer notices;

    private EventLog(NoticeProducer notices) {
        this.notices = notices;
    }

    public static EventLog of(KafkaConnection kafka, RunTopics topics) {
        return new EventLog(NoticeProducer.of(kafka, "shardstream-events", topics.events()));
    }

    public void write(List<Event> events) {
        events.forEach(event -> notices.tell(event.encode()));
    }

    @Override
    public void close() {
        notices.close();
    }
}
