package io.shardstream.control.compare.sweep;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.loop.Sleeper;
import io.shardstream.common.shard.NotPrimaryException;
import io.shardstream.control.compare.scan.Asking;
import io.shardstream.control.compare.scan.DocumentName;
import io.shardstream.control.compare.version.AskedCopies;
import io.shardstream.control.compare.version.ComparedRun;
import io.shardstream.control.compare.version.ComparisonRounds;
import io.shardstream.control.compare.version.KnownContents;
import io.shardstream.control.compare.version.LaneGate;
import io.shardstream.control.compare.version.RejectedStates;
import io.shardstream.control.compare.version.SequenceRange;
import io.shardstream.control.compare.version.SourcePresence;
import io.shardstream.control.compare.version.SourceScan;
import io.shardstream.control.compare.version.SourceWords;
import io.shardstream.control.compare.version.Suspects;
import io.shardstream.control.compare.version.TargetScan;
import io.shardstream.control.compare.version.TargetWords;
import io.shardstream.control.state.RunState;
import io.shardstream.control.state.lanes.Drain;
import io.shardstream.control.state.lanes.NotDrainedException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/// Finds documents of the target that the source does not have any more, and publishes their deletes. Deletes
/// cannot be searched for, so what is live is compared: version words first, ids only where these differ.
/// While the run goes on servers count words where they can; the last sweep reads them all.
///
/// A delete carries the number up to which the document's absence is a fact, and no higher one: whatever was
/// created again since has a higher number and wins. Kept from one sweep to the next, it skips shards in
/// which nothing was deleted, but not for ever.
public final class Sweep {
    private final ComparedRun run;
    private final AskedCopies target;
    private final Asking asking;
    private final LaneGate gate;
    private final InstantSource clock;
    private final long mostBytes;
    private final QuietShards quiet;
    private final CountedSweep counted;
    private final KeptSweep kept;

    /// @param mostBytes that the numbers of the source may take at once, such as [ComparisonRounds#MOST_BYTES]
    public Sweep(ComparedRun run, InstantSource clock, Sleeper sleeper, long mostBytes) {
        this.target = new AskedCopies(run);
        this.run = target.run();
        this.asking = new Asking(sleeper, run.atOnce());
        this.gate = new LaneGate(run, new Drain(run.lanes(), clock, sleeper));
        this.clock = clock;
        this.mostBytes = mostBytes;
        this.quiet = new QuietShards(asking);
        this.counted = new CountedSweep(this.run, asking, gate, clock);
        this.kept = new KeptSweep(this.run, asking, gate, clock, sleeper, mostBytes);
    }

    /// Sweeps once. When it returns, Kafka has acknowledged every delete; that the target has carried them
    /// out is for [Drain] to find out. Repeating it after any failure does no harm.
    ///
    /// @param found told each document that is deleted
    /// @throws NotDrainedException if readers or writers are too slow; then the next one may do
    /// @throws ElasticException if source or target cannot be asked for long
    /// @throws NotPrimaryException if a shard has no primary for long
    /// @throws io.shardstream.common.loop.BlockedException if the history of a source shard has changed
    /// @throws org.apache.kafka.common.KafkaException if Kafka cannot be asked
    public SweepReport run(SweepOptions options, Consumer<DocumentName> found)
            throws ElasticException, NotPrimaryException, NotDrainedException, InterruptedException {
        switch (run.versions()) {
            case SEQNO -> {}
            case SOURCE -> {
                return new IdSweep(run, asking, gate, clock).run(options, found);
            }
            case CREATE -> {
                return nothing();
            }
        }
        Instant started = clock.instant();
        target.forget();
        kept.reset();
        SweepTally tally = new SweepTally();
        long replays = run.lanes().replays() + run.lanes().rejects().replayed();
        RunState state = run.lanes().state();
        SourceScan scan = new SourceScan(run, asking, state, options.goesOn());
        Map<Integer, QuietShards.Mark> marks = new TreeMap<>();
        List<QuietShards.Mark> now = quiet.marks(run.source(), replays);
        for (int shard = 0; shard < now.size(); shard++) {
            QuietShards.Mark mark = now.get(shard);
            if (!options.isFinal() && quiet.isQuiet(shard, mark)) {
                tally.skipped.add(shard);
                quiet.skipped(shard);
            } else {
                marks.put(shard, mark);
            }
        }
        Deletes deletes = new Deletes(run.lanes(), options, tally, found);
        Set<Integer> rest = new TreeSet<>(marks.keySet());
        if (!options.isFinal()) {
            rest.removeAll(counted.run(marks.keySet(), scan, state.committed(), options, tally, deletes));
            if (counted.isRefused()) {
                rest.removeAll(kept.run(Set.copyOf(rest), options, tally, found));
                beginKeeping(rest, tally, now.size());
            }
        }
        for (List<SequenceRange> round : ComparisonRounds.of(scan.sizes(rest), mostBytes)) {
            sweep(round, scan, state.committed(), options, tally, deletes);
        }
        kept.keep();
        if (!options.dryRun() && !marks.isEmpty() && target.arePrimaries(asking)) {
            marks.forEach((shard, mark) -> quiet.swept(shard, mark, tally.checkpoints.getOrDefault(shard, -1L)));
        }
        return tally.report(started, clock.instant());
    }

    /// Forgets what the last sweep has seen of the target, so that the next one looks at all of it.
    public void forget() {
        kept.forget();
        skipNothing();
    }

    /// Has the next sweep skip no shard.
    public void skipNothing() {
        quiet.forget();
    }

    /// Only what is read of all shards can be kept: those in which nothing was deleted are read too, if that
    /// was so before.
    private void beginKeeping(Set<Integer> rest, SweepTally tally, int shards)
            throws ElasticException, NotPrimaryException {
        if (kept.wantsAll()) {
            IntStream.range(0, shards).forEach(rest::add);
            tally.skipped.clear();
        }
        if (rest.size() == shards) {
            kept.begin();
        }
    }

    /// A run that only ever adds documents has no deletes that could be carried over.
    private SweepReport nothing() {
        Instant now = clock.instant();
        List<Integer> all = IntStream.range(0, run.source().size()).boxed().toList();
        return new SweepReport(now, now, Map.of(), all, List.of(), 0, 0, 0, 0);
    }

    private void sweep(
            List<SequenceRange> round,
            SourceScan scan,
            List<Long> committed,
            SweepOptions options,
            SweepTally tally,
            Deletes deletes)
            throws ElasticException, NotPrimaryException, NotDrainedException, InterruptedException {
        Map<Integer, SourceWords> source = scan.read(round, _ -> {});
        gate.await(source, options.goesOn(), clock.instant().plus(options.patience()));
        RejectedStates rejects = RejectedStates.of(run.lanes(), committed);
        TargetScan target = new TargetScan(run, asking, rejects, source.values(), KnownContents.NONE);
        kept.noteSource(source, target);
        TargetWords words = target.read();
        kept.noteTarget(words, target);
        source.forEach((shard, part) -> tally.checkpoints.merge(shard, part.upTo(), Math::max));
        tally.compared += words.judged();
        tally.foreign = words.foreign();
        if (!words.hasCandidates()) {
            return;
        }
        int shards = run.plan().sourceShards();
        SourcePresence presence = SourcePresence.after(run, asking, source);
        Suspects candidates = new Suspects(run, asking, target);
        candidates.forEachChunk(
                version -> words.isCandidate(version, shards), chunk -> deletes.of(chunk, presence, source));
    }
}
