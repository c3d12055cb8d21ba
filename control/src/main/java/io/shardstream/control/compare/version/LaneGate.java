package io.shardstream.control.compare.version;

import io.shardstream.control.state.lanes.Drain;
import io.shardstream.control.state.lanes.NotDrainedException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/// Between the reading of the source and that of the target: everything that readers had published when they
/// had come as far as the source was read must have its outcome first.
public final class LaneGate {
    private final ComparedRun run;
    private final Drain drain;

    public LaneGate(ComparedRun run, Drain drain) {
        this.run = run;
        this.drain = drain;
    }

    /// @param source what was read, by source shard
    /// @param goesOn whether readers are at work; if not, nobody writes what somebody has published since
    public void await(Map<Integer, SourceWords> source, boolean goesOn, Instant deadline)
            throws NotDrainedException, InterruptedException {
        if (!goesOn) {
            return;
        }
        List<Long> checkpoints = IntStream.range(0, run.source().size())
                .mapToObj(shard -> {
                    SourceWords words = source.get(shard);
                    return words == null ? -1L : words.upTo();
                })
                .toList();
        drain.upToCheckpoints(checkpoints, deadline);
    }
}
