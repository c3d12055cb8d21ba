package io.shardstream.simulation.world;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.contract.record.Outcome;
import io.shardstream.common.contract.record.Reject;
import io.shardstream.common.contract.record.VersionWord;
import io.shardstream.common.contract.routing.ShardRouter;
import io.shardstream.simulation.elastic.Live;
import io.shardstream.simulation.elastic.SourceModel;
import io.shardstream.simulation.elastic.TargetModel;
import io.shardstream.simulation.kafka.KafkaModel;
import java.util.HashSet;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.common.TopicPartition;

/// What has to be true of the target and of what writers say, when everything is written.
final class TargetOracle {
    private final Scale scale;
    private final SourceModel source;
    private final TargetModel target;
    private final KafkaModel kafka;
    private final ModelHistories histories;
    private final ShardRouter router;

    TargetOracle(Scale scale, SourceModel source, TargetModel target, KafkaModel kafka) {
        this.scale = scale;
        this.source = source;
        this.target = target;
        this.kafka = kafka;
        this.histories = new ModelHistories(kafka);
        this.router = new ShardRouter(scale.target());
    }

    /// Whether writers have committed all there is.
    boolean isDrained() {
        for (int lane = 0; lane < scale.target().shards(); lane++) {
            TopicPartition partition = new TopicPartition(scale.topics().docs(), lane);
            long committed = Math.max(0, kafka.committed(scale.writersGroup(), partition));
            // What was trimmed was written, whether or not the group remembers it.
            if (!kafka.records(partition, committed).isEmpty()) {
                return false;
            }
        }
        return true;
    }

    /// Every live document of the source is in the target with its word and bytes, or is a reject with
    /// them; nothing else is there; and every offset has its outcome.
    ///
    /// @throws Violation if not so
    void check() {
        requireEqual();
        for (int lane = 0; lane < scale.target().shards(); lane++) {
            requireOutcomes(lane);
        }
    }

    /// Every live document of the source is in the target, and nothing else, but for rejects.
    ///
    /// @throws Violation if not so
    void requireEqual() {
        Set<String> rejected = rejected();
        for (int shard = 0; shard < scale.source().shards(); shard++) {
            int lineage = histories.lineage(shard);
            for (Live live : source.live(shard)) {
                long word = new VersionWord(lineage, shard, live.seqNo()).value();
                if (!rejected.contains(live.id() + "@" + word)) {
                    requireEqual(live, word);
                }
            }
        }
        for (TargetModel.Held held : target.documents()) {
            requireWanted(held, rejected);
        }
    }

    /// The target holds what the source does; an older state only where it has refused the newer one.
    private void requireWanted(TargetModel.Held held, Set<String> rejected) {
        int shard = VersionWord.of(held.version()).sourceShard();
        int lineage = histories.lineage(shard);
        for (Live live : source.live(shard)) {
            if (!live.id().equals(held.id())) {
                continue;
            }
            long word = new VersionWord(lineage, shard, live.seqNo()).value();
            boolean isLive = Objects.equals(live.routing(), held.routing()) && word == held.version();
            // One document of an id in a shard, whatever its routing.
            boolean makesWay = router.shardOf(live.id(), live.routing()) == router.shardOf(held.id(), held.routing());
            if (isLive || (makesWay && rejected.contains(live.id() + "@" + word))) {
                return;
            }
        }
        throw new Violation("too much in the target: %s of %s".formatted(held.id(), VersionWord.of(held.version())));
    }

    private void requireEqual(Live live, long word) {
        Optional<TargetModel.Held> held = target.document(live.id(), live.routing());
        if (held.isEmpty()) {
            throw new Violation("missing in the target: %s, number %d".formatted(live.id(), live.seqNo()));
        }
        if (!held.get().source().equals(live.source())) {
            throw new Violation("another state in the target: %s, number %d".formatted(live.id(), live.seqNo()));
        }
        if (held.get().version() != word) {
            throw new Violation("another version in the target: %s, number %d".formatted(live.id(), live.seqNo()));
        }
    }

    private Set<String> rejected() {
        Set<String> rejected = new HashSet<>();
        for (int lane = 0; lane < scale.target().shards(); lane++) {
            for (var kafkaRecord :
                    kafka.records(new TopicPartition(scale.topics().rejects(), lane))) {
                Reject reject = Reject.from(kafkaRecord);
                Bytes source = reject.document().source();
                if (source != null && source.length() > 0) {
                    rejected.add(reject.document().id().utf8() + "@"
                            + reject.document().version());
                }
            }
        }
        return rejected;
    }

    private void requireOutcomes(int lane) {
        TreeMap<Long, Long> ranges = new TreeMap<>();
        for (var kafkaRecord : kafka.records(new TopicPartition(scale.topics().outcomes(), lane))) {
            Outcome outcome = Outcome.decode(kafkaRecord.value());
            ranges.merge(outcome.from(), outcome.to(), Math::max);
        }
        long covered = 0;
        for (var range : ranges.entrySet()) {
            if (range.getKey() > covered) {
                break;
            }
            covered = Math.max(covered, range.getValue());
        }
        long end = kafka.end(new TopicPartition(scale.topics().docs(), lane));
        if (covered < end) {
            throw new Violation("lane %d has no outcome at offset %d of %d".formatted(lane, covered, end));
        }
    }
}
