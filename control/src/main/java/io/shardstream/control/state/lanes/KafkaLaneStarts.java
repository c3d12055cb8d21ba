package io.shardstream.control.state.lanes;

import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.kafka.KafkaConnection;
import io.shardstream.common.kafka.WrittenOffset;
import io.shardstream.common.log.About;
import io.shardstream.common.loop.HalfMade;
import io.shardstream.control.state.topics.KafkaAnswer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Those in Kafka. Used by one thread.
///
/// A lane that was cut and written anew up to a committed offset looks as long as it was. Which leader wrote
/// the last record below a commit tells the two apart, as it does for writers; if the start were taken away
/// first, nothing could. So a lane is left alone whose commit does not say who led, or whose log does not
/// agree.
public final class KafkaLaneStarts implements LaneStarts, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(KafkaLaneStarts.class);
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final Admin admin;
    private final Consumer<byte[], byte[]> consumer;
    private final String group;
    private final List<TopicPartition> lanes;

    public KafkaLaneStarts(KafkaConnection kafka, RunTopics run, RunPlan plan) {
        RunTopics topics = run.inGeneration(plan.generation());
        try (HalfMade made = new HalfMade()) {
            Admin asked = kafka.admin("shardstream-trim");
            this.admin = made.part(asked, () -> asked.close(Duration.ZERO));
            this.consumer = kafka.consumer("shardstream-trim", Map.of());
            made.keep();
        }
        this.group = topics.writersGroup(plan.docsTopicId());
        this.lanes = IntStream.range(0, plan.lanes())
                .mapToObj(lane -> new TopicPartition(topics.docs(), lane))
                .toList();
        consumer.assign(lanes);
    }

    @Override
    public List<Long> written(Wanted wanted) {
        Map<TopicPartition, OffsetAndMetadata> committed = committed();
        List<TopicPartition> asked = lanes.stream()
                .filter(lane -> wanted.is(lane.partition(), WrittenOffset.read(committed.get(lane))))
                .toList();
        List<Long> written = new ArrayList<>(Collections.nCopies(lanes.size(), 0L));
        if (asked.isEmpty()) {
            return written;
        }
        findLeaders(asked);
        for (TopicPartition lane : asked) {
            OffsetAndMetadata offset = committed.get(lane);
            if (offset != null && WrittenOffset.isOfWriter(offset) && isWhole(lane, offset)) {
                written.set(lane.partition(), offset.offset());
            }
        }
        return written;
    }

    /// Lanes that lack records which were written, by their logs or by what was committed of them: below that
    /// offset may lie records that nobody has written. One whose commit does not say who led is not among
    /// them.
    ///
    /// @throws org.apache.kafka.common.KafkaException if Kafka cannot be asked
    public Set<Integer> cut() {
        Map<TopicPartition, OffsetAndMetadata> committed = committed();
        Map<TopicPartition, OffsetAndMetadata> told = new LinkedHashMap<>();
        for (TopicPartition lane : lanes) {
            OffsetAndMetadata offset = committed.get(lane);
            if (offset != null
                    && WrittenOffset.isOfWriter(offset)
                    && offset.leaderEpoch().isPresent()) {
                told.put(lane, offset);
            }
        }
        if (told.isEmpty()) {
            return Set.of();
        }
        findLeaders(told.keySet());
        return told.entrySet().stream()
                .filter(entry -> lackOf(entry.getKey(), entry.getValue()).isPresent())
                .map(entry -> entry.getKey().partition())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /// Without that the client takes a position as it is.
    private void findLeaders(Collection<TopicPartition> asked) {
        // The client warns of partitions that it is asked about and does not have: the last look has left it with one.
        consumer.assign(lanes);
        var _ = consumer.beginningOffsets(asked, PATIENCE);
    }

    private Map<TopicPartition, OffsetAndMetadata> committed() {
        try {
            return KafkaAnswer.within(
                    PATIENCE, admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata());
        } catch (GroupIdNotFoundException e) {
            return Map.of();
        }
    }

    private boolean isWhole(TopicPartition lane, OffsetAndMetadata committed) {
        if (committed.leaderEpoch().isEmpty()) {
            return false;
        }
        Optional<String> lack = lackOf(lane, committed);
        lack.ifPresent(why -> About.lane(lane.partition())
                .in(LOG.atWarn())
                .log("Lane {} is not trimmed: it lacks records that were written ({})", lane, why));
        return lack.isEmpty();
    }

    /// Why the log does not agree with the commit; empty if it does.
    private Optional<String> lackOf(TopicPartition lane, OffsetAndMetadata committed) {
        try {
            // Alone: a client that has several partitions finds out about all of them before it answers for one.
            consumer.assign(List.of(lane));
            consumer.seek(lane, committed);
            long position = consumer.position(lane, PATIENCE);
            return position == committed.offset() ? Optional.empty() : Optional.of("it goes on at offset " + position);
        } catch (OffsetOutOfRangeException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    @Override
    public void shortenSegments() {
        alter(SegmentLength.shorter(lanes.size(), settings()));
    }

    @Override
    public void lengthenSegments() {
        alter(SegmentLength.longer(lanes.size(), settings()));
    }

    private Config settings() {
        return Objects.requireNonNull(KafkaAnswer.within(
                        PATIENCE, admin.describeConfigs(List.of(topic())).all())
                .get(topic()));
    }

    private void alter(Optional<AlterConfigOp> change) {
        change.ifPresent(one -> {
            var _ = KafkaAnswer.within(
                    PATIENCE,
                    admin.incrementalAlterConfigs(Map.of(topic(), List.of(one))).all());
        });
    }

    private ConfigResource topic() {
        return new ConfigResource(ConfigResource.Type.TOPIC, lanes.getFirst().topic());
    }

    @Override
    public void deleteBelow(List<Long> offsets) {
        Map<TopicPartition, RecordsToDelete> wanted = new HashMap<>();
        for (TopicPartition lane : lanes) {
            long offset = offsets.get(lane.partition());
            if (offset > 0) {
                wanted.put(lane, RecordsToDelete.beforeOffset(offset));
            }
        }
        var _ = KafkaAnswer.within(PATIENCE, admin.deleteRecords(wanted).all());
    }

    @Override
    public void close() {
        KafkaConnection.close(consumer);
        admin.close(Duration.ofSeconds(2));
    }
}
