package io.shardstream.ittests.simulation.world;

import io.shardstream.common.bytes.Bytes;
import io.shardstream.common.record.Checkpoint;
import io.shardstream.common.record.DocRecord;
import io.shardstream.common.version.VersionWord;
import io.shardstream.ittests.simulation.elastic.Live;
import io.shardstream.ittests.simulation.elastic.Operation;
import io.shardstream.ittests.simulation.elastic.SourceModel;
import io.shardstream.ittests.simulation.kafka.KafkaModel;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/// What has to be true of the docs and slices topics, judged against what the source holds when all is
/// settled.
final class DocsOracle {
    private final Scale scale;
    private final SourceModel source;
    private final KafkaModel kafka;

    DocsOracle(Scale scale, SourceModel source, KafkaModel kafka) {
        this.scale = scale;
        this.source = source;
        this.kafka = kafka;
    }

    /// A state of a document, as it is published.
    private record State(String id, long version, @Nullable Bytes body) {}

    /// Nothing that is live up to `done` is missing, nothing is there that was never committed, and
    /// `done` and lineage never fell.
    ///
    /// @throws Violation if not so
    void check() {
        Set<State> published = published();
        for (int shard = 0; shard < scale.source().shards(); shard++) {
            long done = checkpoints(shard);
            for (Live live : source.live(shard)) {
                State wanted = new State(live.id(), word(shard, live.seqNo()), live.source());
                if (live.seqNo() <= done && !published.contains(wanted)) {
                    throw new Violation(
                            "lost: %s of shard %d, number %d, done %d".formatted(live.id(), shard, live.seqNo(), done));
                }
            }
        }
    }

    private static long word(int shard, long number) {
        return new VersionWord(1, shard, number).value();
    }

    private Set<State> published() {
        Set<State> published = new HashSet<>();
        for (int lane = 0; lane < scale.target().shards(); lane++) {
            for (var kafkaRecord : kafka.records(new TopicPartition(Scale.TOPICS.docs(), lane))) {
                DocRecord document = DocRecord.from(kafkaRecord);
                State state = new State(document.id().utf8(), document.version(), document.source());
                if (published.add(state)) {
                    requireCommitted(document);
                }
            }
        }
        return published;
    }

    private void requireCommitted(DocRecord document) {
        VersionWord word = VersionWord.of(document.version());
        Bytes routing = document.routing();
        if (document.source() == null) {
            requireAbsent(document, word);
            return;
        }
        Operation operation =
                new Operation(document.id().utf8(), routing == null ? null : routing.utf8(), document.source(), false);
        if (!source.holds(word.sourceShard(), word.seqNo(), operation)) {
            throw new Violation("phantom: %s of shard %d, number %d"
                    .formatted(document.id().utf8(), word.sourceShard(), word.seqNo()));
        }
    }

    /// What was deleted under a number was not live up to there.
    private void requireAbsent(DocRecord document, VersionWord word) {
        for (Live live : source.live(word.sourceShard())) {
            if (live.id().equals(document.id().utf8())
                    && live.seqNo() <= word.seqNo()
                    && routingOf(document).equals(Optional.ofNullable(live.routing()))) {
                throw new Violation("deleted although it is live: %s of shard %d, number %d"
                        .formatted(live.id(), word.sourceShard(), live.seqNo()));
            }
        }
    }

    private static Optional<String> routingOf(DocRecord document) {
        return Optional.ofNullable(document.routing()).map(Bytes::utf8);
    }

    /// The last checkpoint, after a look at all of them.
    private long checkpoints(int shard) {
        long done = -1;
        int lineage = 0;
        for (var kafkaRecord : kafka.records(new TopicPartition(Scale.TOPICS.slices(), shard))) {
            Checkpoint checkpoint = Checkpoint.decode(kafkaRecord.value());
            if (checkpoint.lineage() < lineage || (checkpoint.lineage() == lineage && checkpoint.done() < done)) {
                throw new Violation(
                        "a checkpoint of shard %d fell: %d after %d".formatted(shard, checkpoint.done(), done));
            }
            done = checkpoint.done();
            lineage = checkpoint.lineage();
        }
        return done;
    }

    /// Whether everything that is in the source is settled in the slices topic.
    boolean isCaughtUp() {
        for (int shard = 0; shard < scale.source().shards(); shard++) {
            long done = kafka.lastValue(new TopicPartition(Scale.TOPICS.slices(), shard))
                    .map(value -> Checkpoint.decode(value).done())
                    .orElse(-1L);
            if (done < source.maxSeqNo(shard)) {
                return false;
            }
        }
        return true;
    }
}
