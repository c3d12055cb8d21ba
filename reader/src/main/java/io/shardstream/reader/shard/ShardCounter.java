package io.shardstream.reader.shard;

import io.shardstream.reader.window.DocumentTally;
import java.util.concurrent.atomic.LongAdder;

/// Counts what is read of one shard; written by the loop's thread, read by anybody.
final class ShardCounter {
    private final LongAdder docs = new LongAdder();
    private final LongAdder bytes = new LongAdder();
    private volatile int windows;
    private volatile boolean isHeld;

    void add(DocumentTally published) {
        docs.add(published.docs());
        bytes.add(published.bytes());
    }

    void windows(int inFlight) {
        windows = inFlight;
    }

    void isHeld(boolean now) {
        isHeld = now;
    }

    ShardFigures figures(int shard) {
        return new ShardFigures(shard, docs.sum(), bytes.sum(), windows, isHeld);
    }
}
