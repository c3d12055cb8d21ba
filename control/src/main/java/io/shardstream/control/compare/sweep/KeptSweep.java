package io.shardstream.control.compare.sweep;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.loop.Sleeper;
import io.shardstream.common.shard.NotPrimaryException;
import io.shardstream.control.compare.scan.Asking;
import io.shardstream.control.compare.scan.DocumentName;
import io.shardstream.control.compare.scan.EachShard;
import io.shardstream.control.compare.scan.ScannedShard;
import io.shardstream.control.compare.version.ComparedRun;
import io.shardstream.control.compare.version.LaneGate;
import io.shardstream.control.compare.version.SourceWords;
import io.shardstream.control.compare.version.TargetScan;
import io.shardstream.control.compare.version.TargetWords;
import io.shardstream.control.compare.version.WordLookup;
import io.shardstream.control.state.lanes.NotDrainedException;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Sweeps of a target that does not say which documents have a version, as OpenSearch. What a sweep that
/// reads has seen is kept, and the next ones read only what is new and have the source counted
/// ([NextBaseline]). Where nothing follows from what is kept any more, everything is read once more.
final class KeptSweep {
    private static final Logger LOG = LoggerFactory.getLogger(KeptSweep.class);

    /// Of what the numbers of the source may take at once: own numbers are kept from one sweep to the next.
    private static final int PART = 2;

    private final ComparedRun run;
    private final Asking asking;
    private final LaneGate gate;
    private final InstantSource clock;
    private final Sleeper sleeper;
    private final long mostBytes;
    private Optional<Baseline> baseline = Optional.empty();
    private @Nullable BaselineMaking making;
    private boolean wasLost;

    /// @param sleeper how to wait, which may end a sweep by throwing
    /// @param mostBytes that the numbers of the source may take at once
    KeptSweep(ComparedRun run, Asking asking, LaneGate gate, InstantSource clock, Sleeper sleeper, long mostBytes) {
        this.run = run;
        this.asking = asking;
        this.gate = gate;
        this.clock = clock;
        this.sleeper = sleeper;
        this.mostBytes = mostBytes;
    }

    /// A sweep begins. What one that failed has seen is not kept.
    void reset() {
        making = null;
    }

    /// Nothing is kept any more, and the next sweep is to read everything.
    void forget() {
        wasLost |= baseline.isPresent();
        baseline = Optional.empty();
    }

    /// Sweeps by what is kept. If it throws, that is kept on.
    ///
    /// @param shards of the source that are to be swept
    /// @return those that are: all or none
    Set<Integer> run(Set<Integer> shards, SweepOptions options, SweepTally tally, Consumer<DocumentName> found)
            throws ElasticException, NotPrimaryException, NotDrainedException, InterruptedException {
        if (baseline.isEmpty() || shards.isEmpty() || options.dryRun() || !options.goesOn()) {
            return Set.of();
        }
        NextBaseline next = new NextBaseline(run, asking, gate, clock, true, name -> {
            tally.deleted++;
            found.accept(name);
        });
        return switch (next.from(
                baseline.get(),
                EachShard.ask(run.target(), sleeper, ScannedShard::numbers),
                EachShard.ask(run.source(), sleeper, ScannedShard::numbers),
                clock.instant().plus(options.patience()))) {
            case NextBaseline.Moved.To to -> {
                run.sight().require();
                baseline = Optional.of(to.baseline());
                to.baseline().source().stream()
                        .filter(shard -> shards.contains(shard.shard()))
                        .forEach(shard -> tally.checkpoints.put(shard.shard(), shard.upTo()));
                tally.counted.addAll(new TreeSet<>(shards));
                tally.compared += to.newer();
                tally.candidates += to.found();
                yield shards;
            }
            case NextBaseline.Moved.Stopped(String why) -> {
                LOG.info("The sweep reads the numbers of all documents: {}", why);
                forget();
                yield Set.of();
            }
        };
    }

    /// Whether everything should be read to be kept, after something was kept until now.
    boolean wantsAll() {
        return wasLost;
    }

    /// A sweep reads all shards, and what it sees is to be kept.
    void begin() throws ElasticException, NotPrimaryException {
        making = new BaselineMaking(EachShard.ask(run.target(), sleeper, ScannedShard::numbers));
    }

    /// Before the target is held against it.
    void noteSource(Map<Integer, SourceWords> words, TargetScan target) {
        BaselineMaking made = making;
        if (made != null) {
            made.source(words);
            target.keepingForBaseline(mostBytes / PART);
        }
    }

    void noteTarget(TargetWords words, TargetScan target) {
        BaselineMaking made = making;
        if (made != null) {
            made.target(words, target.shown());
        }
    }

    /// Everything was read.
    void keep() throws ElasticException {
        BaselineMaking made = making;
        if (made != null) {
            run.sight().require();
            making = null;
            wasLost = false;
            baseline = made.made().filter(of -> of.lookup() instanceof WordLookup.ByOwnNumber);
            if (baseline.isEmpty()) {
                LOG.debug("What the sweep has read is not kept: {}", made.problem());
            }
        }
    }
}
