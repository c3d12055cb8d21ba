package io.shardstream.common.kafka;

import io.shardstream.common.loop.BlockedException;
import io.shardstream.common.loop.Loop;
import io.shardstream.common.loop.SteadyClock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;

/// A loop that stops when its topic is not the one any more that it began with. A topic that is deleted and
/// made again under the same name is another one, and clients of Kafka go on with it without a word: what
/// was published is gone, and what is published from then on is not what the checkpoints say.
public final class TopicWatch implements Loop {
    private static final Duration EVERY = Duration.ofSeconds(3);

    /// A broker that has just started may not know every topic yet.
    private static final int ABSENCES = 3;

    private final Loop loop;
    private final String topic;
    private final String id;
    private final Supplier<KafkaFuture<TopicDescription>> ask;
    private final AutoCloseable client;
    private final InstantSource clock;
    private Instant next = Instant.MIN;
    private @Nullable KafkaFuture<TopicDescription> asked;
    private int absences;

    /// @param loop what is stepped
    /// @param id the topic's id
    /// @param ask asks Kafka for the topic without waiting
    /// @param client closed with the loop
    public TopicWatch(
            Loop loop,
            String topic,
            String id,
            Supplier<KafkaFuture<TopicDescription>> ask,
            AutoCloseable client,
            InstantSource clock) {
        this.loop = loop;
        this.topic = topic;
        this.id = id;
        this.ask = ask;
        this.client = client;
        this.clock = clock;
    }

    /// Watches through a client of its own.
    public static TopicWatch of(Loop loop, KafkaConnection kafka, String topic, String id) {
        Admin admin = kafka.admin("shardstream-topic-watch");
        return new TopicWatch(
                loop,
                topic,
                id,
                () -> admin.describeTopics(List.of(topic)).topicNameValues().get(topic),
                () -> admin.close(Duration.ZERO),
                new SteadyClock());
    }

    @Override
    public String name() {
        return loop.name();
    }

    /// @throws BlockedException if the topic is gone, or is another one
    @Override
    public int doWork() {
        look(clock.instant());
        return loop.doWork();
    }

    private void look(Instant now) {
        KafkaFuture<TopicDescription> answer = asked;
        if (answer == null) {
            if (!now.isBefore(next)) {
                next = now.plus(EVERY);
                asked = ask.get();
            }
        } else if (answer.isDone()) {
            asked = null;
            judge(answer);
        }
    }

    private void judge(KafkaFuture<TopicDescription> answer) {
        try {
            String found = answer.get().topicId().toString();
            absences = 0;
            if (!found.equals(id)) {
                throw new BlockedException("Topic " + topic + " was deleted and made again while the run was working:"
                        + " its id is now " + found + ", not " + id + ". Begin a new run under another name.");
            }
        } catch (ExecutionException e) {
            if (e.getCause() instanceof UnknownTopicOrPartitionException && ++absences >= ABSENCES) {
                throw new BlockedException("Topic " + topic + " was deleted while the run was working. Begin a new run"
                        + " under another name.");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        try (loop) {
            client.close();
        } catch (Exception e) {
            throw new IllegalStateException("The loop " + name() + " could not be closed", e);
        }
    }
}
