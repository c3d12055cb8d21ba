package io.shardstream.control.verify;

import io.shardstream.common.bytes.Bytes;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.line.LineBuffer;
import io.shardstream.common.line.SourceLine;
import io.shardstream.common.primary.NotPrimaryException;
import io.shardstream.common.version.VersionMode;
import io.shardstream.control.scan.Asking;
import io.shardstream.control.scan.DocumentBodies;
import io.shardstream.control.scan.DocumentKey;
import io.shardstream.control.scan.DocumentName;
import io.shardstream.control.state.StateHash;
import io.shardstream.control.words.SourceWords;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// Compares what documents hold, by hash, document by document: also those whose numbers are equal on both
/// sides, of which two may have been exchanged.
///
/// The source's bytes are hashed as a bulk carries them: in a document with line feeds each of them is a space
/// and comments are left out; every other document is compared byte for byte.
final class ContentJudge {
    private final Judgement judgement;
    private final TargetPlaces places;
    private final SourceJudge words;

    ContentJudge(Judgement judgement, SourceJudge words) {
        this.judgement = judgement;
        this.places = judgement.places();
        this.words = words;
    }

    /// What one side has.
    ///
    /// @param hash null if the document is larger than the run allows
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
            if (name.seqNo() <= upTo) {
                held.put(name.key(), new Held(name, null));
            }
        }
    }

    /// Documents of one part of the source.
    ///
    /// @param numbers that they have there
    record Some(SourceWords source, List<Long> numbers) {}

    /// Compares documents of the source.
    ///
    /// @param some of one part or several, asked for together: some thousand, so that they fit into memory
    /// @return of how many the bytes of one state were held against each other
    long judge(List<Some> some) throws ElasticException, NotPrimaryException, InterruptedException {
        List<Map<DocumentKey, Held>> wanted = new ArrayList<>();
        judgement
                .asking()
                .all(
                        some.stream()
                                .<Asking.Errand<Map<DocumentKey, Held>>>map(part -> each -> inSource(each, part))
                                .toList(),
                        Integer.MAX_VALUE,
                        wanted::add);
        Set<DocumentKey> documents = new HashSet<>();
        wanted.forEach(part -> documents.addAll(part.keySet()));
        Map<DocumentKey, Held> held = inTarget(documents);
        long compared = 0;
        for (int part = 0; part < some.size(); part++) {
            compared += judge(some.get(part).source(), wanted.get(part), held);
        }
        return compared;
    }

    private Map<DocumentKey, Held> inSource(Asking asking, Some some)
            throws ElasticException, NotPrimaryException, InterruptedException {
        SourceWords source = some.source();
        return asking.revealed(judgement.run().source().get(source.shard()), source.visible(), (copy, _) -> {
                    Map<DocumentKey, Held> wanted = new HashMap<>();
                    copy.bodiesAt(some.numbers(), new Keeping(wanted, source.upTo(), ContentJudge::asWritten));
                    return wanted;
                })
                .value();
    }

    private long judge(SourceWords source, Map<DocumentKey, Held> wanted, Map<DocumentKey, Held> held)
            throws ElasticException, NotPrimaryException, InterruptedException {
        long compared = 0;
        List<Difference> verdicts = new ArrayList<>();
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
                verdicts.add(new Difference(
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
        return compared;
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
        return hash == null || hashThere == null ? Kind.NOT_COMPARED : Kind.CONTENT;
    }

    /// A target that gives its own versions says nothing by them.
    private boolean isSame(long held, long version) {
        return held == version || judgement.run().versions() == VersionMode.CREATE;
    }

    private Map<DocumentKey, Held> inTarget(Set<DocumentKey> wanted)
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
