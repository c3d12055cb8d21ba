package io.shardstream.control.news;

import io.shardstream.common.kafka.KafkaConnection;
import io.shardstream.common.kafka.Notices;
import io.shardstream.common.record.Event;
import io.shardstream.common.topic.RunTopics;
import java.util.List;

/// Writes what happened into the events topic.
public final class EventLog implements AutoCloseable {
    private final Notices notices;

    private EventLog(Notices notices) {
        this.notices = notices;
    }

    public static EventLog of(KafkaConnection kafka, RunTopics topics) {
        return new EventLog(Notices.of(kafka, "shardstream-events", topics.events()));
    }

    public void write(List<Event> events) {
        events.forEach(event -> notices.tell(event.encode()));
    }

    @Override
    public void close() {
        notices.close();
    }
}
