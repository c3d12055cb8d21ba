package io.shardstream.control.compare.verify;

import io.shardstream.common.contract.record.VersionMode;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.loop.Sleeper;
import io.shardstream.common.shard.NotPrimaryException;
import io.shardstream.control.compare.scan.Asking;
import io.shardstream.control.compare.scan.Visible;
import io.shardstream.control.compare.sweep.BaselineMaking;
import io.shardstream.control.compare.version.AskedCopies;
import io.shardstream.control.compare.version.ComparedRun;
import io.shardstream.control.compare.version.ComparisonRounds;
import io.shardstream.control.compare.version.KnownContents;
import io.shardstream.control.compare.version.LaneGate;
import io.shardstream.control.compare.version.RejectedStates;
import io.shardstream.control.compare.version.SequenceRange;
import io.shardstream.control.compare.version.SourceScan;
import io.shardstream.control.compare.version.SourceWords;
import io.shardstream.control.compare.version.TargetScan;
import io.shardstream.control.compare.version.TargetWords;
import io.shardstream.control.state.RunState;
import io.shardstream.control.state.lanes.Drain;
import io.shardstream.control.state.lanes.NotDrainedException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Compares source and target, from numbers to bytes: counts and version words of everything, ids of what
/// differs, bytes of a sample or of all. Only what is settled is judged; what moves meanwhile is judged again
/// and not reported. Takes memory for a number of words, whatever the size of the index.
public final class Verification {
    private static final int MOST_REPAIRS = 3;
    private static final String WAITING = "waiting until readers and writers have caught up";
    private static final String COMPARING = "comparing bytes";
    private static final String READING_SOURCE = "reading version words of the source";

    private final ComparedRun run;
    private final AskedCopies target;
    private Set<Integer> whole;
    private final Asking asking;
    private final Drain drain;
    private final LaneGate gate;
    private final InstantSource clock;
    private final long mostBytes;
    private final Random random;
    private KnownContents known = KnownContents.NONE;
    private Runnable pass = () -> {};
    private Consumer<String> stages = _ -> {};
    private Duration reading = Duration.ZERO;
    private final Set<Integer> different = new HashSet<>();
    private @Nullable BaselineMaking baseline;
    private @Nullable ProductionWrites written;
    private PublishedAgain published = new PublishedAgain();
    private long operations;

    /// @param whole source shards of which the bytes of all documents are compared whatever the options say:
    ///     those whose primary term changed during the run, whose numbers may have been given out twice
    /// @param mostBytes that the numbers of the source may take at once, such as [ComparisonRounds#MOST_BYTES]
    /// @param random chooses the sample
    public Verification(
            ComparedRun run, Set<Integer> whole, InstantSource clock, Sleeper sleeper, long mostBytes, Random random) {
        this.target = new AskedCopies(run);
        this.run = target.run();
        this.whole = Set.copyOf(whole);
        this.asking = new Asking(sleeper, run.atOnce());
        this.drain = new Drain(run.lanes(), clock, sleeper);
        this.gate = new LaneGate(run, drain);
        this.clock = clock;
        this.mostBytes = mostBytes;
        this.random = random;
    }

    /// Of documents whose contents are known the bytes are compared by samples only.
    ///
    /// Counts for nothing where versions are not words: nothing says there whose contents the target has
    /// written again.
    public Verification withContentsKnown(KnownContents contents) {
        known = contents;
        return this;
    }

    /// The same of these source shards, too.
    public Verification wholeToo(Set<Integer> shards) {
        Set<Integer> all = new HashSet<>(whole);
        all.addAll(shards);
        whole = Set.copyOf(all);
        return this;
    }

    /// Has a baseline made of what the next comparison reads.
    public Verification making(BaselineMaking made) {
        baseline = made;
        return this;
    }

    /// Leaves out what production has written to the target since a swap.
    ///
    /// @param numbers by target shard, the highest of its own sequence numbers at the swap, as signed off
    public Verification sinceSwap(List<Long> numbers) {
        written = new ProductionWrites(numbers);
        return this;
    }

    /// How many operations production has made in the target since the swap, as the last comparison saw them.
    public long operationsSinceSwap() {
        return operations;
    }

    /// Compares with what a comparison before has left behind, by counting.
    public CountedProof proof() {
        return new CountedProof(target, whole, asking, clock, random);
    }

    /// Where contents are not known to be equal after a comparison, be it mended or not, or failed. What a
    /// sample has found another sample may miss, and more may differ.
    ///
    /// @param before source shards in which earlier comparisons of the run have found different contents
    /// @param report what this one came to; null if it has failed
    /// @return those in which the next comparison has to read all documents
    public Set<Integer> differentAfter(Set<Integer> before, @Nullable VerificationReport report) {
        Set<Integer> all = new HashSet<>(before);
        all.addAll(different);
        if (report != null && report.isClean()) {
            all.removeAll(whole);
        }
        return all;
    }

    /// Whether the bytes of all documents of a source shard are compared whatever the options say.
    public boolean isWhole(int shard) {
        return whole.contains(shard);
    }

    /// Told before each time that both sides are compared; the last time nothing is repaired.
    public Verification beforeEachPass(Runnable listener) {
        pass = listener;
        return this;
    }

    /// Told what is done next, in a few words for people.
    public Verification tellingStages(Consumer<String> listener) {
        stages = listener;
        return this;
    }

    /// How long what every comparison has to read of the target was read for: its version words, or ids of
    /// both sides where versions are none. The source's words take about as long, but are waited for until
    /// they are settled.
    public Duration reading() {
        return reading;
    }

    /// Compares once, or as often as repairs are made. Where contents differ, all documents of that source
    /// shard are compared after the repair.
    ///
    /// @param sink told each difference as it is found; with repairs, also those that are mended then
    /// @throws NotDrainedException if readers or writers are too slow
    /// @throws ElasticException if source or target cannot be asked for long
    /// @throws NotPrimaryException if a shard has no primary for long; where nothing may move any more, also
    ///     if nothing differs and the target's copies are not its primaries by the word of the cluster,
    ///     several times
    /// @throws io.shardstream.common.loop.BlockedException if the history of a source shard has changed, or
    ///     if something is hidden from who asks where that matters: before a delete or a repair, and before a
    ///     final comparison calls both sides equal
    /// @throws org.apache.kafka.common.KafkaException if Kafka cannot be asked
    public VerificationReport run(VerificationOptions options, Consumer<DocumentDifference> sink)
            throws ElasticException, NotPrimaryException, NotDrainedException, InterruptedException {
        Instant started = clock.instant();
        long repaired = 0;
        published = new PublishedAgain();
        if (options.content() == Content.ALL) {
            wholeToo(IntStream.range(0, run.source().size()).boxed().collect(Collectors.toSet()));
        }
        for (int time = 0; ; time++) {
            boolean repairs = options.repair() && time < MOST_REPAIRS;
            pass.run();
            target.forget();
            RoundFindings findings = new RoundFindings(sink);
            Mended mended;
            try {
                mended = compare(options.withRepair(repairs), findings);
            } finally {
                different.addAll(findings.differentContents());
            }
            if (mended.isNothing()) {
                if (!options.goesOn()) {
                    stages.accept("counting what the run has not read");
                    findings.liveAbove(new UnreadDocuments(run, asking).above(findings.checkpoints()));
                }
                VerificationReport report = report(options, started, findings, repaired);
                if (!options.isFinal() || !report.isClean()) {
                    return report;
                }
                // What a role has hidden since it was read looks as if it had moved on, and was not judged.
                run.sight().require();
                Optional<String> problem = target.problem(asking);
                if (problem.isEmpty()) {
                    return report;
                }
                if (time >= MOST_REPAIRS) {
                    throw new NotPrimaryException(problem.get());
                }
            }
            wholeToo(different);
            repaired += mended.published();
            stages.accept("waiting until repairs are written");
            drain.ofNow(clock.instant().plus(options.patience()));
            published.areWritten();
        }
    }

    /// @param published records that were published to mend something
    /// @param noted rejects that readers would write, and Kafka did not have
    private record Mended(long published, long noted) {
        Mended and(Repair repair) {
            return new Mended(published + repair.repaired(), noted + repair.noted());
        }

        boolean isNothing() {
            return published + noted == 0;
        }
    }

    private Mended compare(VerificationOptions options, RoundFindings findings)
            throws ElasticException, NotPrimaryException, NotDrainedException, InterruptedException {
        RunState state = run.lanes().state();
        SourceScan scan = new SourceScan(run, asking, state, options.goesOn());
        if (!options.isFinal()) {
            scan = scan.ofAllAcknowledged();
        }
        if (run.versions() != VersionMode.SEQNO) {
            return compareIds(options, scan, state.committed(), findings);
        }
        stages.accept("asking the source how much there is");
        Map<Integer, ComparisonRounds.ShardSize> sizes =
                scan.sizes(IntStream.range(0, run.source().size()).boxed().toList());
        Mended mended = new Mended(0, 0);
        @Nullable List<Visible> listed = null;
        for (List<SequenceRange> round : ComparisonRounds.of(sizes, mostBytes)) {
            stages.accept(READING_SOURCE);
            Map<Integer, SourceWords> source = scan.read(
                    round, done -> stages.accept(READING_SOURCE + ", " + done + " of " + round.size() + " parts read"));
            note(made -> made.source(source));
            stages.accept(WAITING);
            gate.await(source, options.goesOn(), clock.instant().plus(options.patience()));
            RejectedStates rejects = RejectedStates.of(run.lanes(), state.committed());
            stages.accept("reading version words of the target");
            Instant begun = clock.instant();
            Repair repair = new Repair(run, asking, source, rejects, published);
            TargetScan target = new TargetScan(run, asking, rejects, source.values(), known);
            note(_ -> target.keepingForBaseline(mostBytes));
            TargetWords words = target.read();
            note(made -> made.target(words, target.shown()));
            tookSince(begun);
            boolean isFirst = listed == null;
            listed = listed == null ? target.shown() : listed;
            Judgement judgement = judgement(options, rejects, target.shown(), listed, findings, repair);
            VerificationRound comparison = new VerificationRound(judgement, source, findings);
            stages.accept("comparing ids");
            comparison.ofWords(target, words, isFirst);
            stages.accept(COMPARING);
            comparison.ofContents(whole, known, words::rewritten, random, SampledNumbers.MOST_DOCUMENTS);
            repair.mendReplaced();
            mended = mended.and(repair);
        }
        return mended;
    }

    private Mended compareIds(
            VerificationOptions options, SourceScan scan, List<Long> committed, RoundFindings findings)
            throws ElasticException, NotPrimaryException, NotDrainedException, InterruptedException {
        Map<Integer, SourceWords> source = scan.counted();
        stages.accept(WAITING);
        gate.await(source, options.goesOn(), clock.instant().plus(options.patience()));
        RejectedStates rejects = RejectedStates.of(run.lanes(), committed);
        Repair repair = new Repair(run, asking, source, rejects, published);
        List<Visible> shown = new ArrayList<>();
        asking.all(
                run.target().stream()
                        .<Asking.Errand<Visible>>map(
                                shard -> each -> each.revealed(shard, null, (_, visible) -> visible)
                                        .value())
                        .toList(),
                Integer.MAX_VALUE,
                shown::add);
        Judgement judgement = judgement(options, rejects, shown, shown, findings, repair);
        stages.accept("comparing ids");
        Instant begun = clock.instant();
        IdComparison ids = new IdComparison(judgement, source, findings);
        ids.ofNames();
        tookSince(begun);
        stages.accept(COMPARING);
        new VerificationRound(judgement, source, findings)
                .ofContents(whole, KnownContents.NONE, ids::refusedIn, random, SampledNumbers.MOST_DOCUMENTS);
        repair.mendReplaced();
        return new Mended(0, 0).and(repair);
    }

    private void note(Consumer<BaselineMaking> what) {
        BaselineMaking made = baseline;
        if (made != null) {
            what.accept(made);
        }
    }

    private void tookSince(Instant begun) {
        reading = reading.plus(Duration.between(begun, clock.instant()));
    }

    private Judgement judgement(
            VerificationOptions options,
            RejectedStates rejects,
            List<Visible> shown,
            List<Visible> listed,
            RoundFindings findings,
            Repair repair) {
        ProductionWrites since = written;
        Judgement all = new Judgement(run, asking, rejects, shown, listed, options, some -> {
            List<DocumentDifference> judged =
                    some.stream().map(one -> published.judged(one, run)).toList();
            judged.forEach(findings::add);
            if (options.repair()) {
                repair.mend(judged);
            }
        });
        if (since == null) {
            return all;
        }
        operations = since.operations(shown);
        return all.telling(some -> {
            List<DocumentDifference> left = since.ofTheRun(all, some);
            findings.unjudged(some.size() - left.size());
            if (!left.isEmpty()) {
                all.verdicts().accept(left);
            }
        });
    }

    private VerificationReport report(
            VerificationOptions options, Instant started, RoundFindings findings, long repaired) {
        return new VerificationReport(
                started,
                clock.instant(),
                options.isFinal() || !options.goesOn(),
                findings.checkpoints(),
                findings.sourceDocuments(),
                findings.targetWords(),
                findings.contents(),
                findings.unjudged(),
                findings.unread(),
                findings.counts(),
                repaired,
                findings.first());
    }
}
