package io.shardstream.control.compare.sweep;

import io.shardstream.control.compare.version.MemoryRun;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// A run in memory that is swept, and what was found.
final class SweepFixture {
    static final Duration PATIENCE = Duration.ofSeconds(30);

    final MemoryRun run = new MemoryRun(2, 3);
    final Sweep sweep = sweepOf(run);
    final List<String> found = new ArrayList<>();

    private static Sweep sweepOf(MemoryRun run) {
        return new Sweep(run.compared(), run, run.sleeper(), 1000);
    }

    SweepReport online() throws Exception {
        return sweep.run(
                SweepOptions.online(PATIENCE), name -> found.add(name.id().utf8()));
    }

    /// From now on all numbers are read, as of a target that does not count versions.
    void refuseCounts() {
        for (int shard = 0; shard < 3; shard++) {
            run.target(shard).refuseCounts();
        }
    }
}
