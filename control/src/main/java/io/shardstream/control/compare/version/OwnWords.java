package io.shardstream.control.compare.version;

import java.util.List;
import java.util.function.LongConsumer;
import java.util.stream.Stream;
import org.roaringbitmap.longlong.Roaring64Bitmap;

/// The words of a target shard's documents with the own numbers (`_seq_no`) that these documents had when
/// they were read. For targets that do not say which documents have a version: own numbers can be searched
/// for.
///
/// A document that keeps its own number keeps its word, so what was read once holds for as long as the shard
/// stays in its term. A document that was written since has another own number.
public final class OwnWords {
    public static final OwnWords NONE = new OwnWords(List.of());

    private final List<OwnWordBlock> blocks;

    OwnWords(List<OwnWordBlock> blocks) {
        this.blocks = List.copyOf(blocks);
    }

    /// How many documents were read.
    public long size() {
        return blocks.stream().mapToLong(OwnWordBlock::size).sum();
    }

    /// Memory that they take, in bytes.
    public long bytes() {
        return blocks.stream().mapToLong(OwnWordBlock::bytes).sum();
    }

    /// These and what was read later.
    public OwnWords plus(OwnWords later) {
        return new OwnWords(
                Stream.concat(blocks.stream(), later.blocks.stream()).toList());
    }

    /// The own numbers under which one of these words was read. Whoever has such a number now need not have
    /// it any more, and need not have the word.
    public Roaring64Bitmap numbersOf(Roaring64Bitmap words) {
        long[] wanted = words.toArray();
        Roaring64Bitmap numbers = new Roaring64Bitmap();
        LongConsumer add = numbers::addLong;
        blocks.forEach(block -> block.find(wanted, add));
        return numbers;
    }
}
