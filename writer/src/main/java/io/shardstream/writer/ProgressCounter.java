package io.shardstream.writer;

import io.shardstream.writer.lane.Terminal;
import java.util.concurrent.atomic.LongAdder;

/// Counts outcomes; written by the loop, read by anybody.
final class ProgressCounter {
    private final LongAdder applied = new LongAdder();
    private final LongAdder superseded = new LongAdder();
    private final LongAdder rejected = new LongAdder();
    private final LongAdder bytes = new LongAdder();

    void count(Terminal outcome, long sourceBytes) {
        switch (outcome) {
            case APPLIED -> applied.increment();
            case SUPERSEDED -> superseded.increment();
            case REJECTED -> rejected.increment();
        }
        bytes.add(sourceBytes);
    }

    WriterProgress now() {
        return new WriterProgress(applied.sum(), superseded.sum(), rejected.sum(), bytes.sum());
    }
}
