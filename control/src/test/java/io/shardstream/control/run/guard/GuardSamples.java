package io.shardstream.control.run.guard;

import io.shardstream.control.run.guard.NodeSample.Pool;

/// GuardSamples of a node that is well, but for what a test says.
final class GuardSamples {
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
    GuardSamples searches(int count, int time) {
        searches += count;
        millis += time;
        return this;
    }

    GuardSamples search(Pool pool) {
        search = pool;
        return this;
    }

    GuardSamples write(Pool pool) {
        write = pool;
        return this;
    }

    GuardSamples pressure(long bytes, long limit, long refused) {
        pressureBytes = bytes;
        pressureLimit = limit;
        pressureRefused = refused;
        return this;
    }

    GuardSamples tripped(long times) {
        tripped = times;
        return this;
    }

    GuardSamples cpu(int percent) {
        cpu = percent;
        return this;
    }

    NodeSample build() {
        return new NodeSample(
                searches, millis, search, write, pressureBytes, pressureLimit, pressureRefused, tripped, cpu);
    }
}
