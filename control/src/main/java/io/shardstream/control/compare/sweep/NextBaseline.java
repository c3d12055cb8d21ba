package io.shardstream.control.compare.sweep;

import io.shardstream.common.contract.record.DocRecord;
import io.shardstream.common.contract.record.VersionWord;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.shard.CopyNumbers;
import io.shardstream.common.shard.NotPrimaryException;
import io.shardstream.control.compare.scan.Asking;
import io.shardstream.control.compare.scan.DocumentName;
import io.shardstream.control.compare.scan.ShardAnswer;
import io.shardstream.control.compare.scan.Visible;
import io.shardstream.control.compare.version.AheadWords;
import io.shardstream.control.compare.version.ComparedRun;
import io.shardstream.control.compare.version.CountedNumbers;
import io.shardstream.control.compare.version.Deletion;
import io.shardstream.control.compare.version.LaneGate;
import io.shardstream.control.compare.version.SequenceRange;
import io.shardstream.control.compare.version.SourcePresence;
import io.shardstream.control.compare.version.SourceWords;
import io.shardstream.control.compare.version.WordLookup;
import io.shardstream.control.state.RunState;
import io.shardstream.control.state.lanes.NotDrainedException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.roaringbitmap.longlong.Roaring64Bitmap;

/// Moves a baseline on while both sides go on, so that little is new when writes are blocked. In this order:
/// the source's next checkpoints with what came and what vanished, the outcome of everything up to there, and
/// what the target has written behind its marks. The next marks are the checkpoints that this last search
/// showed: everything up to there was seen. A word above the source's next checkpoint is noted as one that is
/// ahead; at the next time it is of the source's numbers, or becomes one of those that are gone.
///
/// Words that are gone and that no document of the target has any more are forgotten: such a document would
/// have another own number, behind the mark. Documents that still have one are deleted, as a sweep does.
public final class NextBaseline {
    /// No document has it: a version that no run gives. Asked for where there is no word to ask for, to see
    /// whether the target says who has a version at all.
    private static final long NOBODYS = 1;

    /// Documents that may have been changed or deleted since the baseline. The target is searched once for each
    /// [io.shardstream.control.compare.scan.WordRequest#MOST] of them.
    static final int MOST = 200_000;

    private static final String TWICE = "the target has a word twice";

    private final ComparedRun run;
    private final Asking asking;
    private final LaneGate gate;
    private final InstantSource clock;
    private final boolean deletes;
    private final Consumer<DocumentName> deleted;

    /// @param deletes whether deletes may be published
    /// @param deleted told each document whose delete was published
    public NextBaseline(
            ComparedRun run,
            Asking asking,
            LaneGate gate,
            InstantSource clock,
            boolean deletes,
            Consumer<DocumentName> deleted) {
        this.deleted = deleted;
        this.run = run;
        this.asking = asking;
        this.gate = gate;
        this.clock = clock;
        this.deletes = deletes;
    }

    /// What came of it.
    public sealed interface Moved {
        /// @param baseline the next one
        /// @param newer documents of the source that came
        /// @param vanished numbers of the source that vanished
        /// @param found documents of the target that it should not have
        /// @param deleted deletes that were published
        /// @param asked how long both sides were asked for what is asked under the block too
        record To(Baseline baseline, long newer, long vanished, long found, long deleted, Duration asked)
                implements Moved {}

        /// Nothing can be counted any more.
        ///
        /// @param why a part of a sentence for people
        record Stopped(String why) implements Moved {}
    }

    /// @param target by shard
    /// @param source by shard
    /// @param deadline until which readers and writers may take
    public Moved from(Baseline baseline, List<CopyNumbers> target, List<CopyNumbers> source, Instant deadline)
            throws ElasticException, NotPrimaryException, NotDrainedException, InterruptedException {
        Optional<String> problem = baseline.problem(source, target);
        if (problem.isPresent()) {
            return new Moved.Stopped(problem.get());
        }
        RunState state = run.lanes().state();
        Instant begun = clock.instant();
        BothSides sides = new BothSides(run, asking, baseline, MOST);
        List<NewInSource> here = sides.source(source);
        // What is counted here is not counted again under the block where nobody writes.
        run.sight().require();
        problem = SourceHistoryCheck.problem(
                        baseline,
                        state,
                        here.stream().map(shard -> shard.visible().highest()).toList())
                .or(() -> problemOf(here));
        if (problem.isPresent()) {
            return new Moved.Stopped(problem.get());
        }
        Map<Integer, SourceWords> words = words(here);
        Duration asked = Duration.between(begun, clock.instant());
        gate.await(words, true, deadline);
        begun = clock.instant();
        List<ShardAnswer<NewInTarget>> there = sides.target(
                here.stream().map(shard -> shard.visible().checkpoint()).toList());
        List<Visible> shown = there.stream().map(ShardAnswer::visible).toList();
        problem = problemOf(baseline, there);
        return problem.isPresent()
                ? new Moved.Stopped(problem.get())
                : new Step(
                                baseline,
                                sides,
                                here,
                                there.stream().map(ShardAnswer::value).toList(),
                                shown,
                                words,
                                begun.minus(asked))
                        .move();
    }

    private static Optional<String> problemOf(List<NewInSource> source) {
        for (NewInSource shard : source) {
            if (!shard.problem().isEmpty()) {
                return Optional.of(shard.problem());
            }
            SourceNumbers before = shard.before();
            Optional<String> change = Baseline.change(
                    "source", before.shard(), before.identity(), shard.visible().identity());
            if (change.isPresent()) {
                return change;
            }
            if (shard.visible().checkpoint() < before.upTo()) {
                return Optional.of("shard " + before.shard() + " of the source has another primary");
            }
        }
        return Optional.empty();
    }

    private static Optional<String> problemOf(Baseline baseline, List<ShardAnswer<NewInTarget>> target) {
        Roaring64Bitmap newer = new Roaring64Bitmap();
        for (int shard = 0; shard < target.size(); shard++) {
            NewInTarget found = target.get(shard).value();
            if (!found.problem().isEmpty()) {
                return Optional.of(found.problem());
            }
            Optional<String> change = Baseline.change(
                    "target",
                    shard,
                    baseline.target().get(shard).identity(),
                    target.get(shard).visible().identity());
            if (change.isPresent()) {
                return change;
            }
            if (Roaring64Bitmap.intersects(newer, found.newer())) {
                return Optional.of(TWICE);
            }
            newer.or(found.newer());
        }
        return Optional.empty();
    }

    private static Map<Integer, SourceWords> words(List<NewInSource> source) {
        Map<Integer, SourceWords> words = new TreeMap<>();
        for (NewInSource shard : source) {
            SourceNumbers before = shard.before();
            words.put(
                    before.shard(),
                    new SourceWords(
                            before.shard(),
                            before.lineage(),
                            new SequenceRange(before.shard(), -1, SequenceRange.OPEN),
                            shard.visible().checkpoint(),
                            new CountedNumbers(),
                            0,
                            shard.visible()));
        }
        return words;
    }

    /// What was found on both sides.
    private final class Step {
        private final Baseline baseline;
        private final BothSides sides;
        private final List<NewInSource> source;
        private final List<NewInTarget> target;
        private final List<Visible> shown;
        private final Map<Integer, SourceWords> words;
        private final Instant begun;
        private final Map<Integer, Roaring64Bitmap> vanished = new HashMap<>();
        private final Map<Integer, Roaring64Bitmap> again = new HashMap<>();
        private final Roaring64Bitmap gone = new Roaring64Bitmap();
        private final AheadWords ahead = new AheadWords();

        Step(
                Baseline baseline,
                BothSides sides,
                List<NewInSource> source,
                List<NewInTarget> target,
                List<Visible> shown,
                Map<Integer, SourceWords> words,
                Instant begun) {
            this.baseline = baseline;
            this.sides = sides;
            this.source = source;
            this.target = target;
            this.shown = shown;
            this.words = words;
            this.begun = begun;
        }

        Moved move() throws ElasticException, NotPrimaryException, InterruptedException {
            List<NewInTarget.Again> kept = new ArrayList<>();
            note(kept);
            noteAhead();
            if (!ahead.problem().isEmpty()) {
                return new Moved.Stopped(ahead.problem());
            }
            if (gone.getLongCardinality() > MOST) {
                return new Moved.Stopped("more than %,d documents were changed or deleted".formatted(MOST));
            }
            Roaring64Bitmap asked = gone.clone();
            kept.forEach(one -> asked.addLong(one.word().value()));
            if (asked.isEmpty()) {
                asked.addLong(NOBODYS);
            }
            Optional<WordLookup> lookup = sides.nextLookup(target);
            if (lookup.isEmpty()) {
                return new Moved.Stopped(BaselineMaking.OWN_TOO_MANY);
            }
            Optional<List<DocumentName>> names = sides.withWords(asked, target, shown);
            Duration took = Duration.between(begun, clock.instant());
            if (names.isEmpty()) {
                return new Moved.Stopped("the target does not say which documents have a version");
            }
            Optional<String> problem = look(names.get(), kept);
            if (problem.isPresent()) {
                return new Moved.Stopped(problem.get());
            }
            Roaring64Bitmap left = new Roaring64Bitmap();
            List<DocumentName> tooMany = names.get().stream()
                    .filter(name -> gone.contains(name.version()))
                    .toList();
            tooMany.forEach(name -> left.addLong(name.version()));
            long published = deletes ? delete(tooMany) : 0;
            return new Moved.To(
                    new Baseline(
                            moved(),
                            shown.stream().map(Baseline.Mark::of).toList(),
                            left,
                            ahead.words(),
                            again,
                            lookup.get()),
                    source.stream()
                            .mapToLong(shard -> shard.newer().getLongCardinality())
                            .sum(),
                    vanished.values().stream()
                            .mapToLong(Roaring64Bitmap::getLongCardinality)
                            .sum(),
                    tooMany.size(),
                    published,
                    took);
        }

        /// Words that must not be in the target, and documents that were written again and are there still.
        private void note(List<NewInTarget.Again> kept) {
            gone.or(baseline.gone());
            for (NewInSource shard : source) {
                SourceNumbers before = shard.before();
                Roaring64Bitmap numbers = shard.gone().clone();
                vanished.put(before.shard(), numbers);
                numbers.forEach(number -> gone.addLong(before.word(number)));
            }
            for (NewInTarget shard : target) {
                shard.newer().forEach(version -> {
                    VersionWord word = VersionWord.of(version);
                    if (!source.get(word.sourceShard()).newer().contains(word.seqNo())) {
                        gone.addLong(version);
                    }
                });
                for (NewInTarget.Again one : shard.again()) {
                    if (source.get(one.word().sourceShard()).keeps(one.word().seqNo())) {
                        kept.add(one);
                    } else {
                        gone.addLong(one.word().value());
                    }
                }
            }
        }

        /// Words that were ahead at the baseline are of the source's numbers by now, or gone, or still ahead;
        /// and those that are ahead of it now.
        private void noteAhead() {
            baseline.ahead().forEach(version -> {
                VersionWord word = VersionWord.of(version);
                NewInSource shard = source.get(word.sourceShard());
                if (word.seqNo() > shard.visible().checkpoint()) {
                    ahead.add(version);
                } else if (!shard.newer().contains(word.seqNo())) {
                    gone.addLong(version);
                }
            });
            // A document that had such a word and one that has it now may be two.
            target.forEach(shard -> ahead.addAll(shard.ahead()));
        }

        /// Each word that was written again must be that of one document, which the source has under its
        /// number. Where the source has nothing there any more, it has vanished since it was counted.
        private Optional<String> look(List<DocumentName> names, List<NewInTarget.Again> kept)
                throws ElasticException, NotPrimaryException, InterruptedException {
            baseline.again().forEach((shard, numbers) -> again.put(shard, numbers.clone()));
            if (kept.isEmpty()) {
                return names.stream().anyMatch(name -> name.version() == NOBODYS)
                        ? Optional.of("the target has documents that the run did not write")
                        : Optional.empty();
            }
            Map<Long, DocumentName> held = sides.inSource(kept, source);
            Set<Long> found = new HashSet<>();
            for (DocumentName name : names) {
                if (gone.contains(name.version())) {
                    continue;
                }
                DocumentName other = held.get(name.version());
                VersionWord word = VersionWord.of(name.version());
                if (!found.add(name.version())) {
                    return Optional.of(TWICE);
                }
                if (other == null) {
                    vanished.computeIfAbsent(word.sourceShard(), _ -> new Roaring64Bitmap())
                            .addLong(word.seqNo());
                    gone.addLong(name.version());
                } else if (!other.key().equals(name.key())) {
                    return Optional.of("the target has written other documents under old words");
                } else {
                    again.computeIfAbsent(word.sourceShard(), _ -> new Roaring64Bitmap())
                            .addLong(word.seqNo());
                }
            }
            return again.values().stream()
                                    .mapToLong(Roaring64Bitmap::getLongCardinality)
                                    .sum()
                            > NewInTarget.MOST_AGAIN
                    ? Optional.of("the target has written more than " + NewInTarget.MOST_AGAIN + " documents again")
                    : Optional.empty();
        }

        private List<SourceNumbers> moved() {
            return source.stream()
                    .map(shard -> shard.before()
                            .movedTo(
                                    shard.visible(),
                                    vanished.getOrDefault(shard.before().shard(), new Roaring64Bitmap()),
                                    shard.newer(),
                                    shard.isAddingUp()))
                    .toList();
        }

        private long delete(List<DocumentName> tooMany)
                throws ElasticException, NotPrimaryException, InterruptedException {
            if (tooMany.isEmpty()) {
                return 0;
            }
            Map<DocumentName, DocRecord> records = new LinkedHashMap<>();
            for (DocumentName name : SourcePresence.after(run, asking, words).goneAmong(tooMany)) {
                Deletion.of(name, words).ifPresent(record -> records.put(name, record));
            }
            if (!records.isEmpty()) {
                run.lanes().publish(List.copyOf(records.values()));
                records.keySet().forEach(deleted);
            }
            return records.size();
        }
    }
}
