package io.shardstream.control.words;

import io.shardstream.common.bytes.Bytes;
import io.shardstream.common.record.DocRecord;
import io.shardstream.common.record.Reject;
import io.shardstream.common.record.RejectRecord;
import io.shardstream.common.record.Replacement;
import io.shardstream.common.record.Replayed;
import io.shardstream.common.version.VersionWord;
import io.shardstream.control.count.Span;
import io.shardstream.control.lanes.Lanes;
import io.shardstream.control.scan.DocumentKey;
import io.shardstream.control.state.OpenRejects;
import io.shardstream.control.state.StateHash;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.roaringbitmap.longlong.LongIterator;
import org.roaringbitmap.longlong.Roaring64Bitmap;

/// States of documents that the target had refused for good when this was read, and those that were published with
/// other bytes than the source's, on purpose: versions and hashes only.
///
/// In a source that was shrunk documents share numbers. Where the target refused one of two and the source
/// deleted the other one, both sides have that number once, of different documents: so a word of the target
/// that is also a reject's is looked at by id, however often either side has it.
public final class RejectedStates {
    private final List<Long> committed;
    private final OpenRejects open = new OpenRejects();
    private final Roaring64Bitmap versions = new Roaring64Bitmap();
    private final Roaring64Bitmap replacedVersions = new Roaring64Bitmap();
    private final Set<Long> replacedStates = new HashSet<>();
    private final Set<Long> replacedContents = new HashSet<>();

    private RejectedStates(List<Long> committed) {
        this.committed = List.copyOf(committed);
    }

    /// Reads all rejects. To be read when the lanes have drained: what lies in them may still be refused. Blocks.
    ///
    /// @param committed by lane, the offset below which every record had its outcome at some time before: what was
    ///     published again since counts as refused still
    public static RejectedStates of(Lanes lanes, List<Long> committed) {
        RejectedStates states = new RejectedStates(committed);
        lanes.forEachReject(states::add);
        return states;
    }

    private void add(RejectRecord record, int lane) {
        open.add(record, lane);
        DocRecord document = record.document();
        switch (record) {
            case Reject _ -> versions.addLong(document.version());
            case Replacement _ -> {
                replacedVersions.addLong(document.version());
                replacedStates.add(StateHash.of(document));
                Bytes source = document.source();
                if (source != null) {
                    replacedContents.add(StateHash.withContent(StateHash.of(document), StateHash.ofContent(source)));
                }
            }
            case Replayed _ -> {}
        }
    }

    /// Whether this state of this document was refused, and not taken since.
    public boolean contains(DocumentKey document, long version) {
        return versions.contains(version) && open.isOpen(hash(document, version), committed);
    }

    /// Whether a state with this word was refused, of whatever document, and whatever has become of it since.
    boolean contains(VersionWord word) {
        return versions.contains(word.value());
    }

    /// Whether this state was published with other bytes than the source's, on purpose.
    public boolean isReplaced(DocumentKey document, long version) {
        return replacedVersions.contains(version) && replacedStates.contains(hash(document, version));
    }

    /// Whether these are such bytes.
    ///
    /// @param content their [StateHash#ofContent]
    public boolean isReplacement(DocumentKey document, long version, Bytes content) {
        return replacedVersions.contains(version)
                && replacedContents.contains(StateHash.withContent(hash(document, version), content));
    }

    /// The words of states that were refused, of whatever document, and whatever has become of them since.
    ///
    /// @param spans of words
    SortedSet<Long> wordsIn(List<Span> spans) {
        SortedSet<Long> words = new TreeSet<>();
        LongIterator all = versions.getLongIterator();
        while (all.hasNext()) {
            long word = all.next();
            if (spans.stream().anyMatch(span -> span.contains(word))) {
                words.add(word);
            }
        }
        return words;
    }

    /// The numbers of replaced states that have words of this part of the source; for runs that give such words.
    public Roaring64Bitmap replacedIn(SourceWords source) {
        Roaring64Bitmap numbers = new Roaring64Bitmap();
        LongIterator words = replacedVersions.getLongIterator();
        while (words.hasNext()) {
            VersionWord word = VersionWord.of(words.next());
            if (word.lineage() == source.lineage() && source.judges(word)) {
                numbers.addLong(word.seqNo());
            }
        }
        return numbers;
    }

    private static long hash(DocumentKey document, long version) {
        return StateHash.of(document.id(), document.routing(), version);
    }
}
