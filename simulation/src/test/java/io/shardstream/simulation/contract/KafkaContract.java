package io.shardstream.simulation.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.InvalidTxnStateException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// What Kafka does with logs, groups and transactions, as readers, writers and controllers rely on it.
public abstract class KafkaContract {
    private static final Duration POLL = Duration.ofMillis(20);
    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final int MOST_POLLS = 10_000;

    /// A cluster of one broker, with the clients that the run's processes use.
    public interface Kafka {
        /// The partitions of a new topic.
        List<TopicPartition> topic(int partitions);

        /// A name that nobody else uses, of a group or of a transactional producer.
        String name();

        Producer<byte[], byte[]> producer();

        Producer<byte[], byte[]> transactionalProducer(String id);

        /// A consumer without a group that reads what is committed.
        Consumer<byte[], byte[]> reader();

        Consumer<byte[], byte[]> member(String group);

        /// Has the group take its only member for dead, who is not told.
        void throwOut(String group, Consumer<byte[], byte[]> member) throws Exception;

        /// Sends a record in a transaction that nobody ends.
        ///
        /// @return the producer that has left it open
        Producer<byte[], byte[]> leaveOpen(String id, ProducerRecord<byte[], byte[]> message) throws Exception;

        void deleteBefore(TopicPartition partition, long offset) throws Exception;

        /// Takes away what lies there or later, as an unclean election does.
        void cut(TopicPartition partition, long offset) throws Exception;

        void pause(Duration time) throws Exception;
    }

    @FunctionalInterface
    public interface Body {
        void run(Kafka kafka) throws Exception;
    }

    /// Runs a test over a Kafka that works.
    protected abstract void over(Body body) throws Exception;

    private static ProducerRecord<byte[], byte[]> message(TopicPartition partition, String value) {
        return new ProducerRecord<>(
                partition.topic(), partition.partition(), null, value.getBytes(StandardCharsets.UTF_8));
    }

    private static <T> T await(Kafka kafka, Future<T> future) throws Exception {
        for (int i = 0; i < MOST_POLLS && !future.isDone(); i++) {
            kafka.pause(Duration.ofMillis(5));
        }
        assertThat(future).isDone();
        return future.get();
    }

    /// Sends one after another, each in a batch of its own.
    private static void send(Kafka kafka, TopicPartition partition, String... values) throws Exception {
        try (Producer<byte[], byte[]> producer = kafka.producer()) {
            for (String value : values) {
                await(kafka, producer.send(message(partition, value)));
            }
        }
    }

    private static Consumer<byte[], byte[]> readerOf(Kafka kafka, TopicPartition partition) {
        Consumer<byte[], byte[]> reader = kafka.reader();
        reader.assign(List.of(partition));
        reader.seekToBeginning(List.of(partition));
        return reader;
    }

    private static String value(ConsumerRecord<byte[], byte[]> kafka) {
        return new String(kafka.value(), StandardCharsets.UTF_8);
    }

    /// What is read until that offset is next.
    private static List<String> readTo(Consumer<byte[], byte[]> reader, TopicPartition partition, long end) {
        List<String> values = new ArrayList<>();
        until(() -> {
            reader.poll(POLL).forEach(kafka -> values.add(value(kafka)));
            return reader.position(partition) >= end;
        });
        return values;
    }

    /// All that a new reader can read.
    private static List<String> contentOf(Kafka kafka, TopicPartition partition) {
        try (Consumer<byte[], byte[]> reader = readerOf(kafka, partition)) {
            return readTo(reader, partition, endOf(reader, partition));
        }
    }

    private static void assertKnowsThatItIsAtTheEnd(Consumer<byte[], byte[]> reader, TopicPartition partition) {
        until(() -> {
            reader.poll(POLL);
            return reader.currentLag(partition).orElse(-1) == 0;
        });
    }

    private static long endOf(Consumer<byte[], byte[]> consumer, TopicPartition partition) {
        return consumer.endOffsets(List.of(partition), PATIENCE).getOrDefault(partition, -1L);
    }

    private static void until(BooleanSupplier reached) {
        for (int i = 0; i < MOST_POLLS; i++) {
            if (reached.getAsBoolean()) {
                return;
            }
        }
        throw new AssertionError("not reached with " + MOST_POLLS + " polls");
    }

    private static void assertFenced(@Nullable Throwable thrown) {
        assertThat(Stream.iterate(thrown, Objects::nonNull, Throwable::getCause))
                .anyMatch(
                        one -> one instanceof ProducerFencedException || one instanceof InvalidProducerEpochException);
    }

    // ---- logs

    @Test
    void whatIsSentToAPartitionArrivesOnceAndInItsOrder() throws Exception {
        over(kafka -> {
            TopicPartition partition = kafka.topic(1).getFirst();
            List<String> values =
                    Stream.iterate(0, n -> n + 1).limit(50).map(n -> "v" + n).toList();
            List<Long> offsets = new ArrayList<>();
            try (Producer<byte[], byte[]> producer = kafka.producer()) {
                var sent = values.stream()
                        .map(value -> producer.send(message(partition, value)))
                        .toList();
                for (var one : sent) {
                    offsets.add(await(kafka, one).offset());
                }
            }

            assertThat(offsets)
                    .isEqualTo(Stream.iterate(0L, n -> n + 1).limit(50).toList());
            assertThat(contentOf(kafka, partition)).isEqualTo(values);
        });
    }

    @Test
    void aClosedProducerTakesNothingMore() throws Exception {
        over(kafka -> {
            TopicPartition partition = kafka.topic(1).getFirst();
            Producer<byte[], byte[]> producer = kafka.producer();
            producer.close(Duration.ZERO);

            assertThat(catchThrowable(() -> producer.send(message(partition, "late"))))
                    .isInstanceOf(IllegalStateException.class);
        });
    }

    @Test
    void aPartitionThatIsPausedStaysAndGoesOnWhereItWas() throws Exception {
        over(kafka -> {
            TopicPartition partition = kafka.topic(1).getFirst();
            send(kafka, partition, "a");
            try (Consumer<byte[], byte[]> reader = readerOf(kafka, partition)) {
                assertThat(readTo(reader, partition, 1)).containsExactly("a");
                reader.pause(List.of(partition));
                send(kafka, partition, "b");
                for (int i = 0; i < 10; i++) {
                    assertThat(reader.poll(POLL)).isEmpty();
                }
                assertThat(reader.paused()).containsExactly(partition);
                assertThat(reader.assignment()).containsExactly(partition);

                reader.resume(List.of(partition));

                assertThat(readTo(reader, partition, 2)).containsExactly("b");
                assertKnowsThatItIsAtTheEnd(reader, partition);
            }
        });
    }

    @Test
    void aReaderBehindTheBeginningOfALogIsTold() throws Exception {
        over(kafka -> {
            TopicPartition partition = kafka.topic(1).getFirst();
            send(kafka, partition, "a", "b", "c");
            kafka.deleteBefore(partition, 2);
            try (Consumer<byte[], byte[]> reader = readerOf(kafka, partition)) {
                assertThat(reader.beginningOffsets(List.of(partition), PATIENCE))
                        .containsExactly(Map.entry(partition, 2L));
                reader.seek(partition, 1);
                assertIsOutOfRange(reader, partition);

                reader.seekToBeginning(List.of(partition));

                assertThat(readTo(reader, partition, 3)).containsExactly("c");
            }
        });
    }

    @Test
    void aReaderBeyondTheEndOfALogIsTold() throws Exception {
        over(kafka -> {
            TopicPartition partition = kafka.topic(1).getFirst();
            send(kafka, partition, "a");
            try (Consumer<byte[], byte[]> reader = readerOf(kafka, partition)) {
                reader.seek(partition, 2);
                assertIsOutOfRange(reader, partition);
            }
        });
    }

    @Test
    void aReaderOfALogThatWasCutAndWrittenAnewIsTold() throws Exception {
        over(kafka -> {
            TopicPartition partition = kafka.topic(1).getFirst();
            send(kafka, partition, "a", "b", "c", "d");
            List<ConsumerRecord<byte[], byte[]>> read = new ArrayList<>();
            try (Consumer<byte[], byte[]> reader = readerOf(kafka, partition)) {
                until(() -> {
                    reader.poll(POLL).forEach(read::add);
                    return read.size() == 4;
                });

                kafka.cut(partition, 2);
                send(kafka, partition, "C", "D", "E");

                assertIsOutOfRange(reader, partition);
            }
            assertThat(contentOf(kafka, partition)).containsExactly("a", "b", "C", "D", "E");
            Optional<Integer> epoch = read.getLast().leaderEpoch();
            assertThat(epoch).isPresent();
            try (Consumer<byte[], byte[]> successor = readerOf(kafka, partition)) {
                successor.seek(partition, new OffsetAndMetadata(4, epoch, ""));
                assertIsOutOfRange(successor, partition);
                successor.seek(partition, new OffsetAndMetadata(2, epoch, ""));
                assertThat(readTo(successor, partition, 5)).containsExactly("C", "D", "E");
            }
        });
    }

    private static void assertIsOutOfRange(Consumer<byte[], byte[]> reader, TopicPartition partition) {
        List<Throwable> told = new ArrayList<>();
        until(() -> {
            Throwable thrown =
                    catchThrowable(() -> assertThat(reader.poll(POLL)).isEmpty());
            Stream.ofNullable(thrown).forEach(told::add);
            return thrown != null;
        });
        assertThat(told)
                .singleElement()
                .isInstanceOfSatisfying(
                        OffsetOutOfRangeException.class,
                        problem -> assertThat(problem.partitions()).containsExactly(partition));
    }

    // ---- groups

    @Test
    void aGroupKeepsWhatItsMembersCommit() throws Exception {
        over(kafka -> {
            List<TopicPartition> topic = kafka.topic(2);
            TopicPartition partition = topic.getFirst();
            String group = kafka.name();
            OffsetAndMetadata offset = new OffsetAndMetadata(1, Optional.of(0), "");
            try (Member first = new Member(kafka, group, topic)) {
                until(() -> first.poll().has(topic));
                assertThat(first.committed(partition)).isNull();
                first.consumer.commitSync(Map.of(partition, offset), PATIENCE);
                assertThat(first.committed(partition)).isEqualTo(offset);
            }
            try (Member second = new Member(kafka, group, topic)) {
                until(() -> second.poll().has(topic));
                assertThat(second.committed(partition)).isEqualTo(offset);
                assertThat(second.committed(topic.getLast())).isNull();
            }
        });
    }

    @Test
    void aCommitThatNobodyWaitsForIsToldWhileOnePolls() throws Exception {
        over(kafka -> {
            List<TopicPartition> topic = kafka.topic(1);
            Map<TopicPartition, OffsetAndMetadata> offsets = Map.of(topic.getFirst(), new OffsetAndMetadata(7));
            List<Map<TopicPartition, OffsetAndMetadata>> told = new ArrayList<>();
            try (Member member = new Member(kafka, kafka.name(), topic)) {
                until(() -> member.poll().has(topic));
                member.consumer.commitAsync(offsets, (committed, problem) -> {
                    assertThat(problem).isNull();
                    told.add(committed);
                });
                assertThat(told).isEmpty();
                until(() -> {
                    member.poll();
                    return !told.isEmpty();
                });
            }
            assertThat(told).containsExactly(offsets);
        });
    }

    @Test
    void aPartitionIsGivenUpBeforeAnotherMemberGetsItAndTheRestStays() throws Exception {
        over(kafka -> {
            List<TopicPartition> topic = kafka.topic(4);
            String group = kafka.name();
            List<String> events = new ArrayList<>();
            try (Member first = new Member(kafka, group, topic, "first", events)) {
                until(() -> first.poll().has(topic));
                events.clear();
                try (Member second = new Member(kafka, group, topic, "second", events)) {
                    until(() -> {
                        first.poll();
                        second.poll();
                        return first.size() == 2 && second.size() == 2;
                    });

                    assertThat(Stream.concat(first.assignment().stream(), second.assignment().stream()))
                            .containsExactlyInAnyOrderElementsOf(topic);
                    // It may get one back and give it up once more before the other one has joined.
                    for (TopicPartition moved : second.assignment()) {
                        assertThat(events.stream().filter(event -> event.endsWith(" " + moved)))
                                .endsWith("first gives up " + moved, "second gets " + moved);
                    }
                    for (TopicPartition kept : first.assignment()) {
                        assertThat(events).noneMatch(event -> event.endsWith(" " + kept));
                    }
                }
                until(() -> first.poll().has(topic));
            }
        });
    }

    @Test
    void aMemberThatWasThrownOutFindsOutLater() throws Exception {
        over(kafka -> {
            List<TopicPartition> topic = kafka.topic(2);
            TopicPartition partition = topic.getFirst();
            String group = kafka.name();
            List<String> events = new ArrayList<>();
            try (Member first = new Member(kafka, group, topic, "first", events)) {
                until(() -> first.poll().has(topic));
                events.clear();
                kafka.throwOut(group, first.consumer);
                try (Member second = new Member(kafka, group, topic, "second", new ArrayList<>())) {
                    until(() -> second.poll().has(topic));
                    second.consumer.commitSync(Map.of(partition, new OffsetAndMetadata(5)), PATIENCE);
                    assertThat(events).isEmpty();

                    assertThat(catchThrowable(() ->
                                    first.consumer.commitSync(Map.of(partition, new OffsetAndMetadata(3)), PATIENCE)))
                            .isInstanceOf(CommitFailedException.class);

                    assertThat(second.committed(partition)).isEqualTo(new OffsetAndMetadata(5));
                    until(() -> {
                        first.poll();
                        second.poll();
                        return events.size() > 2;
                    });
                    assertThat(events.subList(0, 2))
                            .containsExactlyInAnyOrder(
                                    "first has lost " + partition, "first has lost " + topic.getLast());
                }
            }
        });
    }

    /// One consumer of a group, and what it is told of its partitions.
    private static final class Member implements AutoCloseable {
        private final Consumer<byte[], byte[]> consumer;

        Member(Kafka kafka, String group, List<TopicPartition> topic) {
            this(kafka, group, topic, group, new ArrayList<>());
        }

        Member(Kafka kafka, String group, List<TopicPartition> topic, String name, List<String> events) {
            this.consumer = kafka.member(group);
            consumer.subscribe(List.of(topic.getFirst().topic()), new ConsumerRebalanceListener() {
                @Override
                public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
                    consumer.pause(partitions);
                    // Without a position the consumer would look for a committed one.
                    partitions.forEach(partition -> consumer.seek(partition, 0));
                    partitions.forEach(partition -> events.add(name + " gets " + partition));
                }

                @Override
                public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
                    partitions.forEach(partition -> events.add(name + " gives up " + partition));
                }

                @Override
                public void onPartitionsLost(Collection<TopicPartition> partitions) {
                    partitions.forEach(partition -> events.add(name + " has lost " + partition));
                }
            });
        }

        Member poll() {
            consumer.poll(POLL);
            return this;
        }

        Set<TopicPartition> assignment() {
            return consumer.assignment();
        }

        int size() {
            return assignment().size();
        }

        boolean has(List<TopicPartition> topic) {
            return assignment().equals(Set.copyOf(topic));
        }

        @Nullable
        OffsetAndMetadata committed(TopicPartition partition) {
            return consumer.committed(Set.of(partition), PATIENCE).get(partition);
        }

        @Override
        public void close() {
            consumer.close();
        }
    }

    // ---- transactions

    private static void commit(Producer<byte[], byte[]> producer, TopicPartition partition, String... values) {
        producer.beginTransaction();
        for (String value : values) {
            var _ = producer.send(message(partition, value));
        }
        producer.commitTransaction();
    }

    @Test
    void aTransactionIsReadAsAWholeAndItsEndTakesAnOffset() throws Exception {
        over(kafka -> {
            TopicPartition partition = kafka.topic(1).getFirst();
            try (Producer<byte[], byte[]> producer = kafka.transactionalProducer(kafka.name());
                    Consumer<byte[], byte[]> reader = readerOf(kafka, partition)) {
                producer.initTransactions();
                commit(producer, partition, "a", "b");
                assertThat(endOf(reader, partition)).isEqualTo(3);
                assertThat(readTo(reader, partition, 3)).containsExactly("a", "b");
                commit(producer, partition, "c");
                assertThat(readTo(reader, partition, 5)).containsExactly("c");
                assertKnowsThatItIsAtTheEnd(reader, partition);
            }
        });
    }

    @Test
    void anOpenTransactionHoldsBackWhatComesAfterItUntilASuccessorBegins() throws Exception {
        over(kafka -> {
            TopicPartition partition = kafka.topic(1).getFirst();
            String id = kafka.name();
            send(kafka, partition, "before");
            try (Producer<byte[], byte[]> old = kafka.leaveOpen(id, message(partition, "open"));
                    Consumer<byte[], byte[]> reader = readerOf(kafka, partition)) {
                send(kafka, partition, "after");
                assertThat(endOf(reader, partition)).isEqualTo(1);
                assertThat(readTo(reader, partition, 1)).containsExactly("before");
                for (int i = 0; i < 10; i++) {
                    assertThat(reader.poll(POLL)).isEmpty();
                }

                try (Producer<byte[], byte[]> successor = kafka.transactionalProducer(id)) {
                    successor.initTransactions();
                }

                assertThat(endOf(reader, partition)).isEqualTo(4);
                assertThat(readTo(reader, partition, 4)).containsExactly("after");
                assertFenced(catchThrowable(old::commitTransaction));
                assertThat(endOf(reader, partition)).isEqualTo(4);
            }
        });
    }

    @Test
    void aTransactionThatNobodyEndsIsAbortedAfterItsTime() throws Exception {
        over(kafka -> {
            TopicPartition partition = kafka.topic(1).getFirst();
            try (Producer<byte[], byte[]> old = kafka.leaveOpen(kafka.name(), message(partition, "open"));
                    Consumer<byte[], byte[]> reader = readerOf(kafka, partition)) {
                send(kafka, partition, "after");
                assertThat(reader.poll(POLL)).isEmpty();

                assertThat(readTo(reader, partition, 3)).containsExactly("after");
                assertThat(catchThrowable(old::commitTransaction)).isInstanceOf(InvalidTxnStateException.class);
                assertThat(endOf(reader, partition)).isEqualTo(3);
            }
        });
    }

    @Test
    void aSuccessorsFirstWordFencesWhoeverHadTheIdBefore() throws Exception {
        over(kafka -> {
            TopicPartition partition = kafka.topic(1).getFirst();
            String id = kafka.name();
            try (Producer<byte[], byte[]> old = kafka.transactionalProducer(id);
                    Producer<byte[], byte[]> successor = kafka.transactionalProducer(id)) {
                old.initTransactions();
                commit(old, partition, "a");
                successor.initTransactions();

                assertFenced(catchThrowable(() -> commit(old, partition, "late")));

                commit(successor, partition, "b");
                assertThat(contentOf(kafka, partition)).containsExactly("a", "b");
            }
        });
    }
}
