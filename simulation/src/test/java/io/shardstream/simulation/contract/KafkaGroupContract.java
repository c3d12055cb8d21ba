package io.shardstream.simulation.contract;

import static io.shardstream.simulation.contract.KafkaContract.until;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// What Kafka does with groups of consumers, as writers rely on it.
public interface KafkaGroupContract extends KafkaContract {
    @Test
    default void aGroupKeepsWhatItsMembersCommit() throws Exception {
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
    default void aCommitThatNobodyWaitsForIsToldWhileOnePolls() throws Exception {
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
    default void aPartitionIsGivenUpBeforeAnotherMemberGetsItAndTheRestStays() throws Exception {
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
    default void aMemberThatWasThrownOutFindsOutLater() throws Exception {
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
    final class Member implements AutoCloseable {
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
}
