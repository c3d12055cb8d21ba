package io.shardstream.control.words;

import io.shardstream.common.version.VersionWord;
import io.shardstream.control.lanes.Lanes;
import org.roaringbitmap.longlong.Roaring64Bitmap;

/// The words of all states that the target refused for good.
///
/// In a source that was shrunk documents share numbers. Where the target refused one of two and the source
/// deleted the other one, both sides have that number once, of different documents: so a word of the target
/// that is also a reject's is looked at by id, however often either side has it.
final class RejectedWords {
    private final Roaring64Bitmap words = new Roaring64Bitmap();

    private RejectedWords() {}

    /// Reads all rejects. Blocks.
    static RejectedWords of(Lanes lanes) {
        RejectedWords rejected = new RejectedWords();
        lanes.forEachReject(reject -> rejected.words.addLong(reject.document().version()));
        return rejected;
    }

    boolean contains(VersionWord word) {
        return words.contains(word.value());
    }
}
