package io.shardstream.simulation.world;

import io.shardstream.common.contract.record.Trim;
import io.shardstream.common.contract.record.TrimmedLanes;
import io.shardstream.control.state.lanes.LaneStarts;
import io.shardstream.control.state.lanes.Trimming;
import io.shardstream.simulation.kafka.KafkaModel;
import io.shardstream.simulation.kernel.Kernel;
import io.shardstream.simulation.rule.Rule;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/// Controllers that take away the starts of the lanes behind the writers. Each asks once how far they are, and deletes
/// when it likes: one that was frozen or deposed in between does so late.
final class Trimmer {
    private static final Duration BETWEEN = Duration.ofMillis(300);
    private static final Duration LATEST = Duration.ofSeconds(2);
    private static final int MOST_BEYOND = 3;

    private final Kernel kernel;
    private final Scale scale;
    private final KafkaModel kafka;
    private final List<ConsumerRecord<byte[], byte[]>> gone;
    private final @Nullable Rule off;
    private final Map<Integer, TrimmedLanes> noted = new HashMap<>();

    /// @param gone gets what is taken away
    Trimmer(
            Kernel kernel,
            Scale scale,
            KafkaModel kafka,
            List<ConsumerRecord<byte[], byte[]>> gone,
            @Nullable Rule off) {
        this.kernel = kernel;
        this.scale = scale;
        this.kafka = kafka;
        this.gone = gone;
        this.off = off;
    }

    void begin() {
        kernel.after(kernel.around(BETWEEN), () -> {
            new Trimming(() -> Trim.WRITTEN, new Starts(), kernel).trimIfDue(Optional::empty, this::note);
            begin();
        });
    }

    private void note(int first, List<Long> offsets) {
        if (off == Rule.TRIMMING_NOTED) {
            return;
        }
        TrimmedLanes now = new TrimmedLanes(scale.plan().docsTopicId(), first, offsets);
        TrimmedLanes highest = noted.merge(first, now, TrimmedLanes::with);
        kafka.put(new ProducerRecord<>(
                Scale.TOPICS.control(), 0, TrimmedLanes.key(first).getBytes(StandardCharsets.UTF_8), highest.encode()));
    }

    private final class Starts implements LaneStarts {
        @Override
        public List<Long> written(Wanted wanted) {
            return IntStream.range(0, scale.target().shards())
                    .mapToObj(lane ->
                            written(wanted, lane, Math.max(0, kafka.committed(scale.writersGroup(), lane(lane)))))
                    .toList();
        }

        private static long written(Wanted wanted, int lane, long committed) {
            return wanted.is(lane, committed) ? committed : 0;
        }

        @Override
        public void shortenSegments() {}

        @Override
        public void lengthenSegments() {}

        @Override
        public void deleteBelow(List<Long> offsets) {
            long late = kernel.chance(0.5) ? 0 : kernel.random().nextLong(LATEST.toNanos());
            kernel.after(
                    late,
                    () -> IntStream.range(0, offsets.size()).forEach(lane -> delete(lane(lane), offsets.get(lane))));
        }
    }

    private void delete(TopicPartition lane, long offset) {
        long upTo = off == Rule.TRIMMED_BELOW_COMMITTED ? Math.min(kafka.end(lane), offset + MOST_BEYOND) : offset;
        kafka.records(lane).stream().filter(one -> one.offset() < upTo).forEach(gone::add);
        kafka.deleteBefore(lane, upTo);
    }

    private static TopicPartition lane(int number) {
        return new TopicPartition(Scale.TOPICS.docs(), number);
    }
}
