package io.shardstream.common.kafka;

import io.shardstream.common.loop.BlockedException;
import io.shardstream.common.loop.Loop;
import io.shardstream.common.loop.SteadyClock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsResult;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A loop that stops when one of its topics is not the one any more that it began with. A topic that is deleted and
/// made again under the same name is another one, and clients of Kafka go on with it without a word: what
/// was published is gone, and what is published from then on is not what the checkpoints say. One that has got
/// partitions that the plan does not know would be refused at the next start, so it is not worked on until then; and
/// one that has lost its start may lack what the run stands on.
public final class TopicsWatch implements Loop {
    private static final Logger LOG = LoggerFactory.getLogger(TopicsWatch.class);

    private static final Duration EVERY = Duration.ofSeconds(3);
    /// A topic may have a thousand partitions, and what is lost is lost.
    private static final Duration STARTS_EVERY = Duration.ofSeconds(10);

    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final Loop loop;
    private final Map<String, TopicLook> looks;
    private final List<TopicPartition> withStarts;
    private final Sight sight;
    private final AutoCloseable client;
    private final InstantSource clock;
    private Instant next = Instant.MIN;
    private Instant nextStarts = Instant.MIN;
    private Map<String, KafkaFuture<TopicDescription>> asked = Map.of();
    private Map<TopicPartition, KafkaFuture<Long>> askedStarts = Map.of();

    /// Asks Kafka without waiting.
    public interface Sight {
        /// @return by name, an answer for each
        Map<String, KafkaFuture<TopicDescription>> describe(Collection<String> topics);

        /// @return where the log of each begins
        Map<TopicPartition, KafkaFuture<Long>> starts(Collection<TopicPartition> partitions);
    }

    /// @param loop what is stepped
    /// @param topics that it works with
    /// @param client closed with the loop
    /// @param warnings told of losses that the run can do without
    public TopicsWatch(
            Loop loop,
            List<WatchedTopic> topics,
            Sight sight,
            AutoCloseable client,
            InstantSource clock,
            Consumer<String> warnings) {
        this.loop = loop;
        this.looks =
                topics.stream().collect(Collectors.toMap(WatchedTopic::name, topic -> new TopicLook(topic, warnings)));
        this.withStarts = topics.stream()
                .filter(topic -> !(topic.start() instanceof WatchedTopic.Start.Moves))
                .flatMap(topic -> IntStream.range(0, topic.partitions())
                        .mapToObj(partition -> new TopicPartition(topic.name(), partition)))
                .toList();
        this.sight = sight;
        this.client = client;
        this.clock = clock;
    }

    /// Watches through a client of its own.
    public static TopicsWatch of(Loop loop, KafkaConnection kafka, List<WatchedTopic> topics) {
        Admin admin = kafka.admin("shardstream-topic-watch");
        return new TopicsWatch(
                loop,
                topics,
                new AdminSight(admin),
                () -> admin.close(Duration.ZERO),
                new SteadyClock(),
                sentence -> LOG.warn("{}", sentence));
    }

    @Override
    public String name() {
        return loop.name();
    }

    /// @throws BlockedException if a topic is gone, is another one, has other partitions, or has lost records that the
    ///     run cannot do without, or if the loop is blocked by something else
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

    private void look(Instant now) {
        if (asked.isEmpty()) {
            if (!now.isBefore(next)) {
                next = now.plus(EVERY);
                asked = sight.describe(looks.keySet());
            }
        } else if (areDone(asked.values())) {
            judgeTopics();
        }
        if (askedStarts.isEmpty()) {
            if (!now.isBefore(nextStarts)) {
                nextStarts = now.plus(STARTS_EVERY);
                askedStarts = sight.starts(withStarts);
            }
        } else if (areDone(askedStarts.values())) {
            judgeStarts();
        }
    }

    /// Whoever works on a topic that is not the one any more may miss something in it first.
    private void lookAgain() {
        asked = sight.describe(looks.keySet());
        askedStarts = sight.starts(withStarts);
        if (areThere(asked.values())) {
            judgeTopics();
        }
        if (areThere(askedStarts.values())) {
            judgeStarts();
        }
    }

    private static boolean areDone(Collection<? extends KafkaFuture<?>> answers) {
        return answers.stream().allMatch(KafkaFuture::isDone);
    }

    /// Waits for a moment; if not all are there by then, there is nothing better to say.
    private static boolean areThere(Collection<? extends KafkaFuture<?>> answers) {
        try {
            KafkaFuture.allOf(answers.toArray(KafkaFuture<?>[]::new)).get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException e) {
            return areDone(answers);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
        return true;
    }

    private void judgeTopics() {
        Map<String, KafkaFuture<TopicDescription>> answers = asked;
        asked = Map.of();
        looks.forEach((name, look) -> {
            KafkaFuture<TopicDescription> answer = answers.get(name);
            if (answer != null) {
                look.judge(answer);
            }
        });
    }

    private void judgeStarts() {
        Map<TopicPartition, KafkaFuture<Long>> answers = askedStarts;
        askedStarts = Map.of();
        for (TopicPartition partition : withStarts) {
            TopicLook look = looks.get(partition.topic());
            KafkaFuture<Long> answer = answers.get(partition);
            if (look != null && answer != null) {
                look.judge(partition.partition(), answer);
            }
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

    /// @param admin asked
    private record AdminSight(Admin admin) implements Sight {
        @Override
        public Map<String, KafkaFuture<TopicDescription>> describe(Collection<String> topics) {
            return admin.describeTopics(topics).topicNameValues();
        }

        @Override
        public Map<TopicPartition, KafkaFuture<Long>> starts(Collection<TopicPartition> partitions) {
            ListOffsetsResult answers = admin.listOffsets(
                    partitions.stream().collect(Collectors.toMap(Function.identity(), _ -> OffsetSpec.earliest())));
            return partitions.stream()
                    .collect(Collectors.toMap(
                            Function.identity(),
                            partition -> answers.partitionResult(partition).thenApply(ListOffsetsResultInfo::offset)));
        }
    }
}
