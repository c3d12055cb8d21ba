package io.shardstream.control.console.ledger;

import io.shardstream.common.contract.record.Checkpoint;
import io.shardstream.common.contract.record.Outcome;
import io.shardstream.common.contract.record.RunFormat;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.record.RunTopics;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;

/// How records of the run's topics become sums: for each topic one processor, and one store with a value for
/// each of its partitions.
///
/// The stores are in memory, since together they are as small as the run has shards and lanes; Kafka keeps
/// them in compacted topics of the run's own name.
final class LedgerTopology {
    /// By lane, a [LaneAccount].
    static final String LANES = "lanes";

    /// By source shard, the last [Checkpoint] that a reader wrote.
    static final String SHARDS = "shards";

    /// By lane, [RejectCounts].
    static final String REJECTS = "rejects";

    /// Bytes of a segment of the topics that keep the stores. The one that is being written is never
    /// compacted, and with the broker's own size, 1 GiB, each partition would grow as large.
    private static final int SEGMENT_BYTES = 1 << 20;

    private static final Map<String, String> LOG =
            Map.of(TopicConfig.SEGMENT_BYTES_CONFIG, Integer.toString(SEGMENT_BYTES));

    private LedgerTopology() {}

    /// @param docsTopicId `done` of another docs topic counts as -1, since all generations of a run have one
    ///     slices topic
    static Topology of(RunTopics topics, String docsTopicId) {
        Topology topology = new Topology();
        add(topology, topics.outcomes(), LANES, (account, record, _) -> {
            LaneAccount lane = account == null ? new LaneAccount() : LaneAccount.decode(account);
            lane.add(Outcome.decode(record.value()));
            return lane.encode();
        });
        add(topology, topics.slices(), SHARDS, (_, record, _) -> {
            byte[] value = record.value();
            return value == null
                    ? null
                    : Checkpoint.decode(value).in(docsTopicId).encode(RunFormat.FIRST);
        });
        add(topology, topics.rejects(), REJECTS, (counts, record, offset) -> {
            RejectCounts rejects = counts == null ? new RejectCounts() : RejectCounts.decode(counts);
            rejects.add(record, offset);
            return rejects.encode();
        });
        return topology;
    }

    /// Those that have to be read by one process for its sums to be those of the run.
    static Set<TopicPartition> partitions(RunTopics topics, RunPlan plan) {
        return Stream.of(
                        partitions(topics.outcomes(), plan.lanes()),
                        partitions(topics.slices(), plan.sourceShards()),
                        partitions(topics.rejects(), plan.lanes()))
                .flatMap(all -> all)
                .collect(Collectors.toSet());
    }

    private static Stream<TopicPartition> partitions(String topic, int count) {
        return IntStream.range(0, count).mapToObj(partition -> new TopicPartition(topic, partition));
    }

    private static void add(Topology topology, String topic, String store, Summing summing) {
        String source = store + "-topic";
        topology.addSource(source, new ByteArrayDeserializer(), new ByteArrayDeserializer(), topic);
        topology.addProcessor(store, () -> new SummingProcessor(store, summing), source);
        topology.addStateStore(store(store), store);
    }

    static StoreBuilder<KeyValueStore<Integer, byte[]>> store(String name) {
        return Stores.keyValueStoreBuilder(Stores.inMemoryKeyValueStore(name), Serdes.Integer(), Serdes.ByteArray())
                // One record of the store's topic for each lane and commit, and not one for each outcome.
                .withCachingEnabled()
                .withLoggingEnabled(LOG);
    }
}
