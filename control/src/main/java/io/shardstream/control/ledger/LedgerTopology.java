package io.shardstream.control.ledger;

import io.shardstream.common.record.Checkpoint;
import io.shardstream.common.record.Outcome;
import io.shardstream.common.topic.RunTopics;
import java.util.Map;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;

/// How records of the run's topics become sums: for each topic one processor, and one store with a value for each of
/// its partitions.
///
/// The stores are in memory, since together they are as small as the run has shards and lanes; Kafka keeps them in
/// compacted topics of the run's own name.
final class LedgerTopology {
    /// By lane, a [LaneAccount].
    static final String LANES = "lanes";

    /// By source shard, the last [Checkpoint] that a reader wrote.
    static final String SHARDS = "shards";

    /// By lane, [RejectCounts].
    static final String REJECTS = "rejects";

    private LedgerTopology() {}

    static Topology of(RunTopics topics) {
        Topology topology = new Topology();
        add(topology, topics.outcomes(), LANES, (account, record) -> {
            LaneAccount lane = account == null ? new LaneAccount() : LaneAccount.decode(account);
            lane.add(Outcome.decode(record.value()));
            return lane.encode();
        });
        add(topology, topics.slices(), SHARDS, (before, record) -> {
            Checkpoint.decode(record.value());
            return record.value();
        });
        add(topology, topics.rejects(), REJECTS, (counts, record) -> {
            RejectCounts rejects = counts == null ? new RejectCounts() : RejectCounts.decode(counts);
            rejects.add(record);
            return rejects.encode();
        });
        return topology;
    }

    private static void add(Topology topology, String topic, String store, Summing summing) {
        String source = store + "-topic";
        topology.addSource(source, new ByteArrayDeserializer(), new ByteArrayDeserializer(), topic);
        topology.addProcessor(store, () -> new SummingProcessor(store, summing), source);
        topology.addStateStore(store(store), store);
    }

    private static StoreBuilder<KeyValueStore<Integer, byte[]>> store(String name) {
        return Stores.keyValueStoreBuilder(Stores.inMemoryKeyValueStore(name), Serdes.Integer(), Serdes.ByteArray())
                // One record of the store's topic for each lane and commit, and not one for each outcome.
                .withCachingEnabled()
                .withLoggingEnabled(Map.of());
    }
}
