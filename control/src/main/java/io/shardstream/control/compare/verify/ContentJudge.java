package io.shardstream.control.compare.verify;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.contract.bytes.LineBuffer;
import io.shardstream.common.contract.bytes.SourceLine;
import io.shardstream.common.contract.record.VersionMode;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.shard.NotPrimaryException;
import io.shardstream.control.compare.scan.Asking;
import io.shardstream.control.compare.scan.DocumentBodies;
import io.shardstream.control.compare.scan.DocumentKey;
import io.shardstream.control.compare.scan.DocumentName;
import io.shardstream.control.compare.version.SourceWords;
import io.shardstream.control.compare.version.TargetPlaces;
import io.shardstream.control.state.StateHash;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// Compares what documents hold, by hash, document by document: also those whose numbers are equal on both
/// sides, of which two may have been exchanged.
///
/// Documents of several source shards are compared together. An index with hundreds of shards has few
/// documents in each that are to be compared, and asking for them shard by shard takes longer than clients
/// wait for a cut-over.
///
/// The source's bytes are hashed as a bulk carries them: in a document with line feeds each of them is a
/// space and comments are left out; every other document is compared byte for byte.
final class ContentJudge {
    /// Documents that are compared together, of which only hashes are held. There may be twice as many, as
    /// those of one source shard are added together.
    static final int AT_ONCE = 5000;

    private final Judgement judgement;
    private final TargetPlaces places;
    private final SourceJudge words;
    private final LongConsumer progress;
    private final List<Part> parts = new ArrayList<>();
    private int gathered;

    /// @param progress told of how many documents the bytes of one state were held against each other
    ContentJudge(Judgement judgement, SourceJudge words, LongConsumer progress) {
        this.judgement = judgement;
        this.places = judgement.places();
        this.words = words;
        this.progress = progress;
    }

    /// Documents of one source shard that are to be compared.
    private record Part(SourceWords source, List<Long> numbers) {}

    /// What the source has of them.
    private record Wanted(SourceWords source, Map<DocumentKey, Held> held) {}

    /// What one side has.
    ///
    /// @param hash null if the document is larger than the run allows, or its server cannot return it
    private record Held(DocumentName name, @Nullable Bytes hash) {}

    /// Keeps what one side has.
    ///
    /// @param upTo documents with higher numbers are left out
    /// @param asHashed what is hashed of a document's bytes
    private record Keeping(Map<DocumentKey, Held> held, long upTo, UnaryOperator<Bytes> asHashed)
            implements DocumentBodies {
        @Override
        public void accept(DocumentName name, Bytes body) {
            if (name.seqNo() <= upTo) {
                held.put(name.key(), new Held(name, StateHash.ofContent(asHashed.apply(body))));
            }
        }

        @Override
        public void tooLarge(DocumentName name) {
            keepUnread(name);
        }

        @Override
        public void unreturnable(DocumentName name) {
            keepUnread(name);
        }

        private void keepUnread(DocumentName name) {
            if (name.seqNo() <= upTo) {
                held.put(name.key(), new Held(name, null));
            }
        }
    }

    /// Compares the documents that have these numbers in the source, now or when there are more of them.
    ///
    /// @param numbers at most [#AT_ONCE]
    void add(SourceWords source, List<Long> numbers)
            throws ElasticException, NotPrimaryException, InterruptedException {
        parts.add(new Part(source, numbers));
        gathered += numbers.size();
        if (gathered >= AT_ONCE) {
            finish();
        }
    }

    /// Compares all that were added and are not compared yet.
    void finish() throws ElasticException, NotPrimaryException, InterruptedException {
        List<Wanted> all = inSource();
        Map<DocumentKey, Held> held = inTarget(
                all.stream().flatMap(wanted -> wanted.held().keySet().stream()).toList());
        parts.clear();
        gathered = 0;
        for (Wanted wanted : all) {
            judge(wanted.source(), wanted.held(), held);
        }
    }

    private List<Wanted> inSource() throws ElasticException, NotPrimaryException, InterruptedException {
        List<Wanted> all = new ArrayList<>();
        judgement
                .asking()
                .all(
                        parts.stream()
                                .<Asking.Errand<Wanted>>map(part -> each -> inSource(each, part))
                                .toList(),
                        Integer.MAX_VALUE,
                        all::add);
        return all;
    }

    private Wanted inSource(Asking each, Part part) throws ElasticException, NotPrimaryException, InterruptedException {
        SourceWords source = part.source();
        return each.revealed(judgement.run().source().get(source.shard()), source.visible(), (copy, _) -> {
                    Map<DocumentKey, Held> wanted = new HashMap<>();
                    copy.bodiesAt(part.numbers(), new Keeping(wanted, source.upTo(), ContentJudge::asWritten));
                    return new Wanted(source, wanted);
                })
                .value();
    }

    private void judge(SourceWords source, Map<DocumentKey, Held> wanted, Map<DocumentKey, Held> held)
            throws ElasticException, NotPrimaryException, InterruptedException {
        long compared = 0;
        List<DocumentDifference> verdicts = new ArrayList<>();
        List<Long> otherWords = new ArrayList<>();
        for (Held of : wanted.values()) {
            DocumentKey document = of.name().key();
            Held there = held.get(document);
            long version = judgement.run().versionOf(source, of.name());
            if (there == null || !isSame(there.name().version(), version)) {
                otherWords.add(of.name().seqNo());
                continue;
            }
            Kind kind = kindOf(of, there, version);
            compared += kind == Kind.NOT_COMPARED ? 0 : 1;
            if (kind != null) {
                verdicts.add(new DocumentDifference(
                        kind, document, source.shard(), version, there.name().version()));
            }
        }
        if (!verdicts.isEmpty()) {
            judgement.verdicts().accept(verdicts);
        }
        // Equal as sets, and not one by one.
        otherWords.removeIf(number -> source.live().contains(number));
        if (!otherWords.isEmpty() && judgement.run().versions() == VersionMode.SEQNO) {
            words.judge(source, otherWords);
        }
        progress.accept(compared);
    }

    /// In which way one state of a document has other bytes in the target; null if it has the same.
    private @Nullable Kind kindOf(Held of, Held there, long version) {
        Bytes hash = of.hash();
        Bytes hashThere = there.hash();
        if (hash != null && hashThere != null && hash.equals(hashThere)) {
            return null;
        }
        if (hashThere != null && judgement.rejects().isReplacement(of.name().key(), version, hashThere)) {
            return Kind.REPLACED;
        }
        if (isRefused(of.name().key(), version)) {
            return Kind.STALE_BY_REJECT;
        }
        return hash == null || hashThere == null ? Kind.NOT_COMPARED : Kind.CONTENT;
    }

    /// Whether the target has refused a state that versions do not tell from the one that it holds. A word is
    /// given once: with its own, the target holds other bytes for another reason.
    private boolean isRefused(DocumentKey document, long version) {
        return judgement.run().versions() != VersionMode.SEQNO
                && judgement.rejects().contains(document, version);
    }

    /// A target that gives its own versions says nothing by them.
    private boolean isSame(long held, long version) {
        return held == version || judgement.run().versions() == VersionMode.CREATE;
    }

    private Map<DocumentKey, Held> inTarget(List<DocumentKey> wanted)
            throws ElasticException, NotPrimaryException, InterruptedException {
        Map<DocumentKey, Held> held = new HashMap<>();
        List<Asking.Errand<Map<DocumentKey, Held>>> errands = new ArrayList<>();
        places.byShard(wanted)
                .forEach((shard, documents) -> errands.add(each -> each.revealed(
                                judgement.run().target().get(shard),
                                judgement.shown().get(shard),
                                (copy, _) -> {
                                    Map<DocumentKey, Held> here = new HashMap<>();
                                    copy.bodies(
                                            documents.stream()
                                                    .map(DocumentKey::id)
                                                    .distinct()
                                                    .toList(),
                                            new Keeping(here, Long.MAX_VALUE, UnaryOperator.identity()));
                                    return here;
                                })
                        .value()));
        judgement.asking().all(errands, Integer.MAX_VALUE, held::putAll);
        return held;
    }

    /// A carriage return at the very end is taken for one of the line's end by the servers.
    private static Bytes asWritten(Bytes body) {
        Bytes line = asLine(body);
        int last = line.length() - 1;
        return last >= 0 && line.at(last) == '\r' ? line.slice(0, last) : line;
    }

    private static Bytes asLine(Bytes body) {
        if (!SourceLine.hasLineFeed(body)) {
            return body;
        }
        LineBuffer line = new LineBuffer(body.length() + 1L);
        return SourceLine.write(line, body) ? line.toBytes().slice(0, line.length() - 1) : body;
    }
}
