package io.shardstream.control.compare.version;

import java.util.concurrent.atomic.AtomicLongArray;

/// The memory that own numbers and words of all target shards may take together. Shards are read side by
/// side, and some of them again.
final class OwnWordsMemory {
    private final long most;
    private final AtomicLongArray taken;

    /// @param most bytes
    OwnWordsMemory(int shards, long most) {
        this.most = most;
        this.taken = new AtomicLongArray(shards);
    }

    /// Notes how many bytes a shard takes by now, in the place of what was noted for it before.
    ///
    /// @return whether all of them fit
    boolean takes(int shard, long bytes) {
        taken.set(shard, bytes);
        long all = 0;
        for (int i = 0; i < taken.length(); i++) {
            all += taken.get(i);
        }
        return all <= most;
    }
}
