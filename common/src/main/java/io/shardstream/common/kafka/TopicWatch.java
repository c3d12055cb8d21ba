package io.shardstream.common.kafka;

import io.shardstream.common.loop.BlockedException;
import io.shardstream.common.loop.Loop;
import io.shardstream.common.loop.SteadyClock;
import io.shardstream.common.numbers.Numbers;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;

/// A loop that stops when its topic is not the one any more that it began with. A topic that is deleted and
/// made again under the same name is another one, and clients of Kafka go on with it without a word: what
/// was published is gone, and what is published from then on is not what the checkpoints say. One that has got
/// partitions that the plan does not know would be refused at the next start, so it is not worked on until then.
public final class TopicWatch implements Loop {
    /// What a person can do about a docs topic that cannot be used any more.
    public static final String READ_AGAIN = "'resume --read-again' lets the run read everything again into a new one.";

    private static final Duration EVERY = Duration.ofSeconds(3);
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    /// A broker that has just started may not know every topic yet.
    private static final int ABSENCES = 3;

    private final Loop loop;
    private final String topic;
    private final String id;
    private final int partitions;
    private final Supplier<KafkaFuture<TopicDescription>> ask;
    private final AutoCloseable client;
    private final InstantSource clock;
    private Instant next = Instant.MIN;
    private @Nullable KafkaFuture<TopicDescription> asked;
    private int absences;

    /// @param loop what is stepped
    /// @param id the topic's id
    /// @param partitions how many it has
    /// @param ask asks Kafka for the topic without waiting
    /// @param client closed with the loop
    public TopicWatch(
            Loop loop,
            String topic,
            String id,
            int partitions,
            Supplier<KafkaFuture<TopicDescription>> ask,
            AutoCloseable client,
            InstantSource clock) {
        this.loop = loop;
        this.topic = topic;
        this.id = id;
        this.partitions = partitions;
        this.ask = ask;
        this.client = client;
        this.clock = clock;
    }

    /// Watches through a client of its own.
    public static TopicWatch of(Loop loop, KafkaConnection kafka, String topic, String id, int partitions) {
        Admin admin = kafka.admin("shardstream-topic-watch");
        return new TopicWatch(
                loop,
                topic,
                id,
                partitions,
                () -> admin.describeTopics(List.of(topic)).topicNameValues().get(topic),
                () -> admin.close(Duration.ZERO),
                new SteadyClock());
    }

    @Override
    public String name() {
        return loop.name();
    }

    /// @throws BlockedException if the topic is gone, is another one, or has other partitions, or if the loop is
    ///     blocked by something else
    @Override
    public int doWork() {
        look(clock.instant());
        try {
            return loop.doWork();
        } catch (BlockedException e) {
            lookAgain();
            throw e;
        }
    }

    /// Whoever works on a topic that is not the one any more may miss something in it first.
    private void lookAgain() {
        KafkaFuture<TopicDescription> answer = ask.get();
        try {
            answer.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
            judge(answer);
        } catch (ExecutionException | TimeoutException e) {
            // Then there is nothing better to say.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
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
            TopicDescription described = answer.get();
            String found = described.topicId().toString();
            absences = 0;
            if (!found.equals(id)) {
                throw new BlockedException("Topic " + topic + " was deleted and made again while the run was working:"
                        + " its id is now " + found + ", not " + id + ". " + READ_AGAIN);
            }
            if (described.partitions().size() != partitions) {
                throw new BlockedException("Topic " + topic + " has "
                        + Numbers.of(described.partitions().size(), "partition") + ", but the run's plan says "
                        + partitions
                        + ", one for each target shard: none may be added while a run lasts, and none can be taken"
                        + " away. " + READ_AGAIN);
            }
        } catch (ExecutionException e) {
            if (e.getCause() instanceof UnknownTopicOrPartitionException && ++absences >= ABSENCES) {
                throw new BlockedException("Topic " + topic + " was deleted while the run was working. " + READ_AGAIN);
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
