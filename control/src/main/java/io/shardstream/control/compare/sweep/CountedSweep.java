package io.shardstream.control.compare.sweep;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.shard.NotPrimaryException;
import io.shardstream.control.compare.scan.Asking;
import io.shardstream.control.compare.scan.Counted;
import io.shardstream.control.compare.version.ComparedRun;
import io.shardstream.control.compare.version.CountedSuspects;
import io.shardstream.control.compare.version.CountedWords;
import io.shardstream.control.compare.version.LaneGate;
import io.shardstream.control.compare.version.RejectedStates;
import io.shardstream.control.compare.version.SourcePresence;
import io.shardstream.control.compare.version.SourceScan;
import io.shardstream.control.compare.version.SourceWords;
import io.shardstream.control.compare.version.WordCounting;
import io.shardstream.control.state.lanes.NotDrainedException;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A sweep for which the servers count. It finds what reading every number would find, as long as the target
/// has lost nothing and nobody else writes to it: a document that the target has too much and one that it
/// lacks, in one block, are not seen. The next full comparison finds both, and none is ever skipped for a
/// counted sweep.
final class CountedSweep {
    private static final Logger LOG = LoggerFactory.getLogger(CountedSweep.class);

    private final ComparedRun run;
    private final Asking asking;
    private final LaneGate gate;
    private final InstantSource clock;
    private boolean isRefused;

    CountedSweep(ComparedRun run, Asking asking, LaneGate gate, InstantSource clock) {
        this.run = run;
        this.asking = asking;
        this.gate = gate;
        this.clock = clock;
    }

    /// Whether the target has said that it does not count versions.
    boolean isRefused() {
        return isRefused;
    }

    /// @param shards of the source
    /// @param committed by lane, the offset below which every record had its outcome
    /// @return those that are swept; the others have to be read
    Set<Integer> run(
            Collection<Integer> shards,
            SourceScan scan,
            List<Long> committed,
            SweepOptions options,
            SweepTally tally,
            Deletes deletes)
            throws ElasticException, NotPrimaryException, NotDrainedException, InterruptedException {
        if (isRefused || shards.isEmpty()) {
            return Set.of();
        }
        Map<Integer, SourceWords> source = scan.begin(shards);
        gate.await(source, options.goesOn(), clock.instant().plus(options.patience()));
        RejectedStates rejects = RejectedStates.of(run.lanes(), committed);
        return switch (new WordCounting(run, asking, source.values(), rejects).find()) {
            case CountedWords.Found found -> delete(found, tally, deletes);
            case CountedWords.Unknown(Counted.Cause cause, String why) -> {
                isRefused = cause == Counted.Cause.REFUSED;
                LOG.info("The sweep reads the numbers of all documents: {}", why);
                yield Set.of();
            }
        };
    }

    private Set<Integer> delete(CountedWords.Found found, SweepTally tally, Deletes deletes)
            throws ElasticException, NotPrimaryException, InterruptedException {
        Map<Integer, SourceWords> source = found.source();
        SourcePresence presence = SourcePresence.after(run, asking, source);
        boolean isTold =
                new CountedSuspects(run, asking, found).forEachChunk(chunk -> deletes.of(chunk, presence, source));
        if (!isTold) {
            LOG.info("The sweep reads the numbers of all documents: the target does not say which have a word");
            return Set.of();
        }
        source.forEach((shard, words) -> tally.checkpoints.put(shard, words.upTo()));
        tally.counted.addAll(new TreeMap<>(source).keySet());
        tally.compared += found.judged();
        tally.foreign = found.foreign();
        return source.keySet();
    }
}
