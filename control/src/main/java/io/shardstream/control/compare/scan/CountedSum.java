package io.shardstream.control.compare.scan;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Adds counts up as they come, so that those of many shards are never held at the same time: the counts of
/// one shard take up to 650 KB, and an index may have a thousand shards. Used by one thread.
public final class CountedSum {
    private final TreeMap<Long, Long> blocks = new TreeMap<>();
    private final List<Long> others = new ArrayList<>();
    private long interval;
    private int added;
    private @Nullable Counted none;

    /// Adds what came of one more count. After the first that is no count nothing is added any more.
    ///
    /// @throws IllegalArgumentException if it has blocks of another width than those before, or other pieces
    public void add(Counted more) {
        added++;
        if (none != null) {
            return;
        }
        switch (more) {
            case Counted.Counts counts -> add(counts);
            case Counted.TooManyBlocks _, Counted.Unknown _ -> {
                none = more;
                blocks.clear();
            }
        }
    }

    private void add(Counted.Counts counts) {
        if (interval == 0) {
            interval = counts.blocks().interval();
            others.addAll(counts.others());
        } else {
            if (counts.blocks().interval() != interval || counts.others().size() != others.size()) {
                throw new IllegalArgumentException("blocks of " + interval + " and " + others.size()
                        + " other pieces, and of " + counts.blocks().interval() + " and "
                        + counts.others().size());
            }
            for (int i = 0; i < others.size(); i++) {
                others.set(i, others.get(i) + counts.others().get(i));
            }
        }
        counts.blocks().counts().forEach((block, count) -> blocks.merge(block, count, Long::sum));
    }

    /// How many counts were added, also those that are none.
    public int added() {
        return added;
    }

    /// The sum of all that were added, or the first that is no count.
    ///
    /// @throws IllegalStateException if nothing was added
    public Counted total() {
        if (none != null) {
            return none;
        }
        if (interval == 0) {
            throw new IllegalStateException("nothing was counted");
        }
        return new Counted.Counts(new BlockCounts(interval, blocks), others);
    }
}
