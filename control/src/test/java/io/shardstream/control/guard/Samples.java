package io.shardstream.control.guard;

import io.shardstream.control.guard.NodeSample.Pool;

/// Samples of a node that is well, but for what a test says.
final class Samples {
    private long searches = 1000;
    private long millis = 9000;
    private Pool search = new Pool(4, 0, 0);
    private Pool write = new Pool(2, 0, 7);
    private long pressureBytes;
    private long pressureLimit = 100;
    private long pressureRefused;
    private long tripped;
    private int cpu = 10;

    /// Beyond those of a sample that nothing was said of.
    Samples searches(int count, int time) {
        searches += count;
        millis += time;
        return this;
    }

    Samples search(Pool pool) {
        search = pool;
        return this;
    }

    Samples write(Pool pool) {
        write = pool;
        return this;
    }

    Samples pressure(long bytes, long limit, long refused) {
        pressureBytes = bytes;
        pressureLimit = limit;
        pressureRefused = refused;
        return this;
    }

    Samples tripped(long times) {
        tripped = times;
        return this;
    }

    Samples cpu(int percent) {
        cpu = percent;
        return this;
    }

    NodeSample build() {
        return new NodeSample(
                searches, millis, search, write, pressureBytes, pressureLimit, pressureRefused, tripped, cpu);
    }
}
