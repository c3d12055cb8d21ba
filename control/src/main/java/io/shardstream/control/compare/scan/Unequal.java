package io.shardstream.control.compare.scan;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/// The blocks in which the target may have what the source does not have. Both sides are counted by version
/// words, the target first: whatever the source still has then, the target had, so that nothing takes away
/// from what it has too much.
public final class Unequal {
    private final BlockCounts target;
    private final BlockCounts source;
    private final SortedSet<Long> blocks;

    /// @param source counted after the target
    /// @param always words whose blocks are looked at whatever the counts say
    public Unequal(BlockCounts target, BlockCounts source, SortedSet<Long> always) {
        this.target = target;
        this.source = source;
        this.blocks = new TreeSet<>(target.differing(source));
        always.forEach(word -> blocks.add(word - Math.floorMod(word, target.interval())));
        // Of what the target does not have nothing can be deleted.
        blocks.removeIf(block -> target.of(block) == 0);
    }

    public boolean isEmpty() {
        return blocks.isEmpty();
    }

    /// The blocks as spans of words.
    ///
    /// @param within from the lowest; what is outside of these is left out
    public List<NumberSpan> spans(List<NumberSpan> within) {
        List<NumberSpan> spans = new ArrayList<>();
        for (NumberSpan allowed : within) {
            for (long block : blocks.subSet(allowed.from() - target.interval() + 1, allowed.to())) {
                spans.add(new NumberSpan(
                        Math.max(block, allowed.from()), Math.min(block + target.interval(), allowed.to())));
            }
        }
        return spans;
    }

    /// Of blocks of one word each: the words that the target has more often than the source, and those that
    /// are always looked at.
    ///
    /// @param always as before
    public SortedSet<Long> words(SortedSet<Long> always) {
        SortedSet<Long> words = new TreeSet<>(blocks);
        words.removeIf(word -> target.of(word) <= source.of(word) && !always.contains(word));
        return words;
    }
}
