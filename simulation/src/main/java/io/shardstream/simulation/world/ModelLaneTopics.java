package io.shardstream.simulation.world;

import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.control.run.reread.LaneTopics;
import io.shardstream.simulation.kafka.KafkaModel;
import io.shardstream.simulation.kernel.SimulatedProcess;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.common.TopicPartition;

/// The topics of the run's lanes in the model of Kafka.
///
/// @param there docs, outcomes and rejects of every generation that are there
record ModelLaneTopics(Scale scale, KafkaModel kafka, SimulatedProcess process, Set<String> there)
        implements LaneTopics {
    private static final Duration NETWORK = Duration.ofMillis(4);

    /// Only what was just made is known to be whole.
    @Override
    public List<String> lost(RunPlan plan) {
        return isUnread(plan) ? List.of() : List.of("something may be lost");
    }

    @Override
    public boolean isUnread(RunPlan plan) {
        process.travel(NETWORK);
        return IntStream.range(0, plan.lanes())
                .mapToObj(lane -> new TopicPartition(
                        Scale.TOPICS.inGeneration(plan.generation()).docs(), lane))
                .allMatch(lane -> kafka.end(lane) == 0);
    }

    @Override
    public String make(RunPlan plan) {
        RunTopics next = Scale.TOPICS.inGeneration(plan.generation() + 1);
        Stream.of(next.outcomes(), next.rejects(), next.docs()).forEach(topic -> {
            process.travel(NETWORK);
            if (there.add(topic)) {
                kafka.createTopic(topic, plan.lanes());
            }
        });
        return Scale.docsTopicId(next.generation());
    }

    /// Nothing is replaced here.
    @Override
    public void carryOver(RunPlan plan, RunPlan next) {
        process.travel(NETWORK);
    }

    @Override
    public List<Earlier> earlier(RunPlan plan) {
        process.travel(NETWORK);
        return IntStream.range(1, plan.generation())
                .mapToObj(generation -> Scale.TOPICS.inGeneration(generation).docs())
                .filter(there::contains)
                .map(docs -> new Earlier(docs, docs))
                .toList();
    }

    @Override
    public boolean hasWriters(RunPlan plan) {
        process.travel(NETWORK);
        return process.kernel().chance(0.5);
    }

    /// Nothing of it can be read any more.
    @Override
    public void delete(Earlier docs) {
        process.travel(NETWORK);
        for (int lane = 0; lane < scale.target().shards(); lane++) {
            TopicPartition partition = new TopicPartition(docs.name(), lane);
            kafka.deleteBefore(partition, kafka.end(partition));
        }
        there.remove(docs.name());
    }
}
