package io.shardstream.control.compare.verify;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.contract.record.DocRecord;
import io.shardstream.common.contract.record.Reject;
import io.shardstream.common.contract.record.RejectRecord;
import io.shardstream.common.contract.record.Replacement;
import io.shardstream.common.contract.record.VersionMode;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.shard.NotPrimaryException;
import io.shardstream.control.compare.scan.Asking;
import io.shardstream.control.compare.scan.DocumentBodies;
import io.shardstream.control.compare.scan.DocumentKey;
import io.shardstream.control.compare.scan.DocumentName;
import io.shardstream.control.compare.version.ComparedRun;
import io.shardstream.control.compare.version.RejectedStates;
import io.shardstream.control.compare.version.SourceWords;
import io.shardstream.control.compare.version.WholeSight;
import java.io.Serial;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;

/// Publishes again what is missing or stale, and deletes what is too much, through the lanes. What is
/// published is the source's state of now, up to its checkpoint, under the word that readers would give it;
/// where an operator has replaced that state, with the bytes that it was replaced by last. What readers would
/// reject is noted as a reject, as nobody may read it again after Kafka has lost theirs.
final class Repair {
    private static final long MOST_BYTES = 4 << 20;
    /// Of what is not read from the source, or was looked at when it was found absent.
    private static final WholeSight SEEN = () -> {};

    private final ComparedRun run;
    private final Asking asking;
    private final Map<Integer, SourceWords> source;
    private final RejectedStates rejects;
    private final PublishedAgain published;
    /// Those that are not to have the source's bytes.
    private final Set<State> replaced = new HashSet<>();

    private long repaired;
    private long noted;

    /// @param published told what was published of the source's states
    Repair(
            ComparedRun run,
            Asking asking,
            Map<Integer, SourceWords> source,
            RejectedStates rejects,
            PublishedAgain published) {
        this.published = published;
        this.run = run;
        this.asking = asking;
        this.source = source;
        this.rejects = rejects;
    }

    /// One state of one document.
    private record State(DocumentKey document, long version) {}

    /// How many records were published.
    long repaired() {
        return repaired;
    }

    /// How many documents were noted as rejects.
    long noted() {
        return noted;
    }

    void mend(List<DocumentDifference> differences) throws ElasticException, NotPrimaryException, InterruptedException {
        Map<Integer, Set<DocumentKey>> again = new TreeMap<>();
        Batch deletes = new Batch(SEEN);
        for (DocumentDifference difference : differences) {
            if (!isRepairable(difference.kind())) {
                continue;
            }
            if (difference.sourceVersion() == DocumentDifference.NONE) {
                DocumentKey document = difference.document();
                deletion(difference)
                        .ifPresent(word -> deletes.add(new DocRecord(document.id(), document.routing(), word, null)));
            } else {
                again.computeIfAbsent(difference.sourceShard(), _ -> new HashSet<>())
                        .add(difference.document());
            }
        }
        deletes.publish();
        for (Map.Entry<Integer, Set<DocumentKey>> shard : again.entrySet()) {
            SourceWords words = source.get(shard.getKey());
            if (words != null) {
                publishAgain(words, shard.getValue());
            }
        }
    }

    /// Publishes those that are not to have the source's bytes. To be called once, when everything else was
    /// mended: their bytes lie in the rejects topic, which is read from its start.
    void mendReplaced() {
        if (!replaced.isEmpty()) {
            publishReplacements(replaced);
            replaced.clear();
        }
    }

    /// Where documents are only ever created, nothing that is there can be changed.
    private boolean isRepairable(Kind kind) {
        return kind.isRepairable() && (run.versions() != VersionMode.CREATE || kind == Kind.MISSING);
    }

    private OptionalLong deletion(DocumentDifference difference) {
        SourceWords words = source.get(difference.sourceShard());
        return words == null || run.versions() != VersionMode.SEQNO
                ? OptionalLong.of(difference.targetVersion())
                : words.deletion();
    }

    private void publishAgain(SourceWords words, Set<DocumentKey> documents)
            throws ElasticException, NotPrimaryException, InterruptedException {
        List<Bytes> ids = documents.stream().map(DocumentKey::id).distinct().toList();
        asking.revealed(run.source().get(words.shard()), words.visible(), (copy, visible) -> {
            Again again = new Again(words, documents, visible.checkpoint());
            try {
                copy.bodies(ids, again);
                again.finish();
            } catch (NotLookedException e) {
                throw e.failure;
            }
            return visible;
        });
    }

    /// Takes documents of a source shard, to be published or rejected.
    private final class Again implements DocumentBodies {
        private final SourceWords words;
        private final Set<DocumentKey> documents;
        private final long upTo;
        private final Batch batch = new Batch(run.sight());
        private final List<RejectRecord> refused = new ArrayList<>();

        /// @param documents those that are wanted
        /// @param upTo documents with higher numbers are left out
        Again(SourceWords words, Set<DocumentKey> documents, long upTo) {
            this.words = words;
            this.documents = documents;
            this.upTo = upTo;
        }

        private boolean isWanted(DocumentName name) {
            return documents.contains(name.key()) && name.seqNo() <= upTo;
        }

        @Override
        public void accept(DocumentName name, Bytes body) {
            if (!isWanted(name)) {
                return;
            }
            long version = run.versionOf(words, name);
            if (rejects.isReplaced(name.key(), version)) {
                replaced.add(new State(name.key(), version));
            } else if (body.length() > run.plan().maxDocumentBytes()) {
                tooLarge(name);
            } else {
                batch.add(new DocRecord(name.id(), name.routing(), version, body));
                published.add(name.key(), version);
            }
        }

        @Override
        public void tooLarge(DocumentName name) {
            long most = run.plan().maxDocumentBytes();
            reject(name, Reject.TOO_LARGE, "the document is larger than the limit of " + most + " bytes");
        }

        @Override
        public void unreturnable(DocumentName name) {
            reject(name, Reject.UNREADABLE_IN_SOURCE, "the source itself cannot return this document");
        }

        private void reject(DocumentName name, String type, String reason) {
            if (!isWanted(name)) {
                return;
            }
            long version = run.versionOf(words, name);
            if (rejects.isReplaced(name.key(), version)) {
                // What it is to have instead does not come from the source.
                replaced.add(new State(name.key(), version));
            } else {
                DocRecord state = new DocRecord(name.id(), name.routing(), version, Bytes.EMPTY);
                refused.add(new Reject(state, type, reason, Reject.NOT_PUBLISHED));
            }
        }

        /// @throws NotLookedException if it could not be looked; nothing is published or noted then
        void finish() {
            batch.publish();
            if (!refused.isEmpty()) {
                run.lanes().note(refused);
                noted += refused.size();
            }
        }
    }

    /// The last replacement of each lies behind the others, in the rejects topic as in the lane.
    private void publishReplacements(Set<State> states) {
        Batch batch = new Batch(SEEN);
        run.lanes().forEachReject((one, _) -> {
            DocRecord document = one.document();
            State state = new State(new DocumentKey(document.id(), document.routing()), document.version());
            if (one instanceof Replacement && states.contains(state)) {
                batch.add(document);
            }
        });
        batch.publish();
    }

    /// Whether all of the source is seen could not be asked.
    private static final class NotLookedException extends RuntimeException {
        @Serial
        private static final long serialVersionUID = 1;

        private final ElasticException failure;

        NotLookedException(ElasticException failure) {
            super(failure);
            this.failure = failure;
        }
    }

    /// Records that are published together, each time when it was looked whether all of what they were read
    /// from is seen: parts of documents may have come to be hidden since.
    private final class Batch {
        private final WholeSight sight;
        private final List<DocRecord> records = new ArrayList<>();
        private long bytes;

        Batch(WholeSight sight) {
            this.sight = sight;
        }

        /// @throws NotLookedException if it could not be looked; nothing is published then
        void add(DocRecord record) {
            records.add(record);
            bytes += record.size();
            if (bytes > MOST_BYTES) {
                publish();
            }
        }

        /// @throws NotLookedException if it could not be looked; nothing is published then
        void publish() {
            if (!records.isEmpty()) {
                look();
                run.lanes().publish(records);
                repaired += records.size();
                records.clear();
                bytes = 0;
            }
        }

        private void look() {
            try {
                sight.require();
            } catch (ElasticException e) {
                throw new NotLookedException(e);
            }
        }
    }
}
