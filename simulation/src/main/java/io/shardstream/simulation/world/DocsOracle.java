package io.shardstream.simulation.world;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.contract.record.Checkpoint;
import io.shardstream.common.contract.record.DocRecord;
import io.shardstream.common.contract.record.RunOrigin;
import io.shardstream.common.contract.record.VersionWord;
import io.shardstream.simulation.elastic.Live;
import io.shardstream.simulation.elastic.ModelOperation;
import io.shardstream.simulation.elastic.SourceModel;
import io.shardstream.simulation.kafka.KafkaModel;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/// What has to be true of the docs and slices topics, judged against what the source holds when all is
/// settled.
final class DocsOracle {
    private final Scale scale;
    private final SourceModel source;
    private final KafkaModel kafka;
    private final ModelHistories histories;
    private final List<ConsumerRecord<byte[], byte[]>> lost;

    /// @param lost records that the docs topic has lost
    DocsOracle(Scale scale, SourceModel source, KafkaModel kafka, List<ConsumerRecord<byte[], byte[]>> lost) {
        this.scale = scale;
        this.source = source;
        this.kafka = kafka;
        this.histories = new ModelHistories(kafka);
        this.lost = lost;
    }

    /// A state of a document, as it is published.
    private record State(String id, long version, @Nullable Bytes body) {
        static State of(DocRecord document) {
            return new State(document.id().utf8(), document.version(), document.source());
        }
    }

    /// No shard is read in a lineage that the operator has not accepted.
    ///
    /// @throws Violation if not so
    void requireAccepted() {
        for (int shard = 0; shard < scale.source().shards(); shard++) {
            for (var kafkaRecord : kafka.records(new TopicPartition(Scale.TOPICS.slices(), shard))) {
                int lineage = Checkpoint.decode(kafkaRecord.value()).lineage();
                if (lineage > histories.lineage(shard)) {
                    throw new Violation(
                            "shard %d is read in lineage %d, which nobody accepted".formatted(shard, lineage));
                }
            }
        }
    }

    /// Nothing that is live up to `done` is missing, nothing is there that was never committed, and
    /// `done` and lineage never fell while the docs topic was the same.
    ///
    /// @throws Violation if not so
    void check() {
        Set<State> published = published();
        for (int shard = 0; shard < scale.source().shards(); shard++) {
            long done = checkpoints(shard);
            int lineage = histories.lineage(shard);
            for (Live live : source.live(shard)) {
                long word = new VersionWord(lineage, shard, live.seqNo()).value();
                State wanted = new State(live.id(), word, live.source());
                if (live.seqNo() <= done && !published.contains(wanted)) {
                    throw new Violation(
                            "lost: %s of shard %d, number %d, done %d".formatted(live.id(), shard, live.seqNo(), done));
                }
            }
        }
    }

    private Set<State> published() {
        RunOrigin origin = RunOrigin.of(scale.plan());
        Set<State> published = new HashSet<>();
        // What another docs topic has lost was to be read again.
        lost.stream()
                .filter(record -> record.topic().equals(scale.topics().docs()))
                .forEach(record -> published.add(State.of(DocRecord.from(record, origin))));
        for (int lane = 0; lane < scale.target().shards(); lane++) {
            for (var kafkaRecord :
                    kafka.records(new TopicPartition(scale.topics().docs(), lane))) {
                DocRecord document = DocRecord.from(kafkaRecord, origin);
                if (published.add(State.of(document))) {
                    requireCommitted(document);
                }
            }
        }
        return published;
    }

    private void requireCommitted(DocRecord document) {
        VersionWord word = VersionWord.of(document.version());
        Bytes routing = document.routing();
        int lineage = histories.lineage(word.sourceShard());
        boolean isOfNow = word.lineage() == lineage;
        if (document.source() == null) {
            if (isOfNow) {
                requireAbsent(document, word);
            }
            return;
        }
        ModelOperation operation = new ModelOperation(
                document.id().utf8(), routing == null ? null : routing.utf8(), document.source(), false);
        // A search may come after the history has changed; its window is not settled then, but it is published.
        boolean held = isOfNow
                ? source.holds(word.sourceShard(), word.seqNo(), operation)
                : source.everHeld(word.sourceShard(), word.seqNo(), operation);
        if (!held) {
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
        String history = "";
        String docsTopicId = "";
        for (var kafkaRecord : kafka.records(new TopicPartition(Scale.TOPICS.slices(), shard))) {
            Checkpoint checkpoint = Checkpoint.decode(kafkaRecord.value());
            boolean isSame = checkpoint.lineage() == lineage
                    && checkpoint.historyUuid().equals(history)
                    && checkpoint.docsTopicId().equals(docsTopicId);
            if (checkpoint.lineage() < lineage || (isSame && checkpoint.done() < done)) {
                throw new Violation(
                        "a checkpoint of shard %d fell: %d after %d".formatted(shard, checkpoint.done(), done));
            }
            done = checkpoint.done();
            lineage = checkpoint.lineage();
            history = checkpoint.historyUuid();
            docsTopicId = checkpoint.docsTopicId();
        }
        return docsTopicId.equals(scale.plan().docsTopicId()) ? done : -1;
    }

    /// Whether everything that is in the source is settled in the slices topic, in the lineage that it has to be.
    boolean isCaughtUp() {
        for (int shard = 0; shard < scale.source().shards(); shard++) {
            int lineage = histories.lineage(shard);
            long max = source.maxSeqNo(shard);
            boolean isRead = kafka.lastValue(new TopicPartition(Scale.TOPICS.slices(), shard))
                    .map(Checkpoint::decode)
                    .map(checkpoint -> checkpoint.in(scale.plan().docsTopicId()))
                    .map(checkpoint -> checkpoint.lineage() >= lineage && checkpoint.done() >= max)
                    .orElse(max < 0 && lineage == VersionWord.FIRST_LINEAGE);
            if (!isRead) {
                return false;
            }
        }
        return true;
    }
}
