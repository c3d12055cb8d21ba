package io.shardstream.writer;

import io.shardstream.common.pace.HeldBack;
import io.shardstream.writer.lane.Terminal;
import java.util.concurrent.atomic.LongAdder;

/// Counts outcomes; written by the loop, read by anybody.
final class ProgressCounter {
    private final LongAdder applied = new LongAdder();
    private final LongAdder superseded = new LongAdder();
    private final LongAdder rejected = new LongAdder();
    private final LongAdder bytes = new LongAdder();
    private final HeldBack held = new HeldBack();

    void count(Terminal outcome, long sourceBytes) {
        switch (outcome) {
            case APPLIED -> applied.increment();
            case SUPERSEDED -> superseded.increment();
            case REJECTED -> rejected.increment();
        }
        bytes.add(sourceBytes);
    }

    /// What keeps the writer from doing more.
    HeldBack held() {
        return held;
    }

    WriterProgress now() {
        return new WriterProgress(applied.sum(), superseded.sum(), rejected.sum(), bytes.sum());
    }
}
