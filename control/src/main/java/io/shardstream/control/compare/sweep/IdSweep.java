package io.shardstream.control.compare.sweep;

import io.shardstream.common.contract.record.DocRecord;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.shard.NotPrimaryException;
import io.shardstream.control.compare.scan.Asking;
import io.shardstream.control.compare.scan.DocumentName;
import io.shardstream.control.compare.scan.ScannedShard;
import io.shardstream.control.compare.scan.Visible;
import io.shardstream.control.compare.version.ComparedRun;
import io.shardstream.control.compare.version.LaneGate;
import io.shardstream.control.compare.version.NameScan;
import io.shardstream.control.compare.version.SourcePresence;
import io.shardstream.control.compare.version.SourceScan;
import io.shardstream.control.compare.version.SourceWords;
import io.shardstream.control.state.RunState;
import io.shardstream.control.state.lanes.NotDrainedException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/// The sweep of a run that carries the source's own versions: every document of the target is looked for in the
/// source by id. A delete carries the version that the target holds, which whatever the application creates
/// again is above, as long as the source remembers the delete (`index.gc_deletes`) or the application gives all
/// versions.
///
/// Versions do not tell who wrote a document: one that somebody else has written to the target is deleted like
/// one that the source has deleted.
final class IdSweep {
    private final ComparedRun run;
    private final Asking asking;
    private final LaneGate gate;
    private final InstantSource clock;

    IdSweep(ComparedRun run, Asking asking, LaneGate gate, InstantSource clock) {
        this.run = run;
        this.asking = asking;
        this.gate = gate;
        this.clock = clock;
    }

    SweepReport run(SweepOptions options, Consumer<DocumentName> found)
            throws ElasticException, NotPrimaryException, NotDrainedException, InterruptedException {
        Instant started = clock.instant();
        RunState state = run.lanes().state();
        SourceScan scan = new SourceScan(run, asking, state, options.goesOn());
        Map<Integer, SourceWords> source = scan.reach();
        Map<Integer, Long> checkpoints = new TreeMap<>();
        source.forEach((shard, words) -> checkpoints.put(shard, words.upTo()));
        gate.await(source, options.goesOn(), clock.instant().plus(options.patience()));
        SourcePresence presence = SourcePresence.after(run, asking, source);
        NameScan names = new NameScan(asking);
        long[] compared = {0};
        long[] deleted = {0};
        for (ScannedShard shard : run.target()) {
            Visible shown =
                    asking.revealed(shard, null, (_, visible) -> visible).value();
            names.forEachChunk(shard, shown, shown.highest(), chunk -> {
                compared[0] += chunk.size();
                List<DocumentName> absent = presence.absentAmong(chunk);
                absent.forEach(found);
                deleted[0] += absent.size();
                if (!options.dryRun() && !absent.isEmpty()) {
                    run.lanes()
                            .publish(absent.stream()
                                    .map(name -> new DocRecord(name.id(), name.routing(), name.version(), null))
                                    .toList());
                }
            });
        }
        return new SweepReport(
                started, clock.instant(), checkpoints, List.of(), List.of(), compared[0], compared[0], deleted[0], 0);
    }
}
