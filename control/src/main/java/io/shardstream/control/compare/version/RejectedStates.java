package io.shardstream.control.compare.version;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.contract.record.VersionWord;
import io.shardstream.control.compare.scan.DocumentKey;
import io.shardstream.control.compare.scan.NumberSpan;
import io.shardstream.control.compare.scan.SpanIndex;
import io.shardstream.control.state.NotedRejects;
import io.shardstream.control.state.StateHash;
import io.shardstream.control.state.lanes.Lanes;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.roaringbitmap.longlong.LongIterator;
import org.roaringbitmap.longlong.Roaring64Bitmap;

/// States of documents that the target had refused for good when this was read, and those that were published
/// with other bytes than the source's, on purpose: versions and hashes only.
///
/// In a source that was shrunk documents share numbers. Where the target refused one of two and the source
/// deleted the other one, both sides have that number once, of different documents: so a word of the target
/// that is also a reject's is looked at by id, however often either side has it.
public final class RejectedStates {
    private final List<Long> committed;
    private final NotedRejects noted;
    private final Roaring64Bitmap versions;
    private final Roaring64Bitmap replacedVersions;

    private RejectedStates(NotedRejects noted, List<Long> committed) {
        this.committed = List.copyOf(committed);
        this.noted = noted;
        this.versions = noted.versions();
        this.replacedVersions = noted.replacedVersions();
    }

    /// Reads what has come to the rejects. To be read when the lanes have drained: what lies in them may
    /// still be refused. Blocks.
    ///
    /// @param committed by lane, the offset below which every record had its outcome at some time before:
    ///     what was published again since counts as refused still
    public static RejectedStates of(Lanes lanes, List<Long> committed) {
        return new RejectedStates(lanes.rejects(), committed);
    }

    /// Whether this state of this document was refused, and not taken since.
    public boolean contains(DocumentKey document, long version) {
        return versions.contains(version) && noted.isOpen(hash(document, version), committed);
    }

    /// Whether a state with this word was refused, of whatever document, and whatever has become of it since.
    boolean contains(VersionWord word) {
        return versions.contains(word.value());
    }

    /// Whether this state was published with other bytes than the source's, on purpose.
    public boolean isReplaced(DocumentKey document, long version) {
        return replacedVersions.contains(version) && noted.isReplaced(hash(document, version));
    }

    /// Whether these are such bytes.
    ///
    /// @param content their [StateHash#ofContent]
    public boolean isReplacement(DocumentKey document, long version, Bytes content) {
        return replacedVersions.contains(version) && noted.isReplacement(hash(document, version), content);
    }

    /// The words of states that were refused and that the source may still have while the target does not.
    /// Where they are not too many, these are all that ever were refused, of whatever document; else those
    /// that are the newest refused ones of their document and not taken since. Of the others the source has
    /// none, as it had a newer state of the document; or the target has them, or has something newer.
    ///
    /// @param spans of words
    /// @param most the search ends behind that many; a result with one more says that there are too many
    SortedSet<Long> wordsIn(List<NumberSpan> spans, int most) {
        SpanIndex within = new SpanIndex(spans);
        SortedSet<Long> words = wordsIn(within, versions, most);
        return words.size() <= most ? words : wordsIn(within, noted.openVersions(committed), most);
    }

    private static SortedSet<Long> wordsIn(SpanIndex within, Roaring64Bitmap versions, int most) {
        SortedSet<Long> words = new TreeSet<>();
        LongIterator all = versions.getLongIterator();
        while (all.hasNext() && words.size() <= most) {
            long word = all.next();
            if (within.of(word) != SpanIndex.NONE) {
                words.add(word);
            }
        }
        return words;
    }

    /// The numbers of replaced states that have words of this part of the source; for runs whose readers give
    /// such words.
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
