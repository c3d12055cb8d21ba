package io.shardstream.control.compare.verify;

import io.shardstream.common.contract.record.DocRecord;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.shard.CopyNumbers;
import io.shardstream.common.shard.NotPrimaryException;
import io.shardstream.control.compare.scan.Asking;
import io.shardstream.control.compare.scan.DocumentName;
import io.shardstream.control.compare.scan.Visible;
import io.shardstream.control.compare.sweep.Baseline;
import io.shardstream.control.compare.sweep.BothSides;
import io.shardstream.control.compare.sweep.NewInSource;
import io.shardstream.control.compare.sweep.NewInTarget;
import io.shardstream.control.compare.sweep.RestingSource;
import io.shardstream.control.compare.sweep.SourceHistoryCheck;
import io.shardstream.control.compare.version.AskedCopies;
import io.shardstream.control.compare.version.ComparedRun;
import io.shardstream.control.compare.version.Deletion;
import io.shardstream.control.compare.version.KnownContents;
import io.shardstream.control.compare.version.RejectedStates;
import io.shardstream.control.compare.version.SourcePresence;
import io.shardstream.control.compare.version.SourceWords;
import io.shardstream.control.compare.version.WitnessLook;
import io.shardstream.control.state.RunState;
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
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.roaringbitmap.longlong.Roaring64Bitmap;

/// Proves that source and target hold the same words, while nobody writes to either, by counting what is old
/// and reading what is new since a baseline. It proves equality or nothing: whatever it does not prove has to
/// be read.
///
/// Let S be the live (source shard, number) pairs of the source and T the words of the target's documents.
///
/// 1. *New in the source.* Live numbers above the baseline's checkpoints are read.
/// 2. *Vanished in the source.* Servers count live numbers up to the checkpoints; where a block has fewer
///   than the baseline, single numbers are looked for. What is left is exactly the old part of S, since a
///   number never becomes live again in its term.
/// 3. *New in the target.* Documents behind the marks are read. All of step 1 must be among the words above
///   the checkpoints, or were ahead at the baseline. The other words were written again: each must be that of
///   one document of the target alone, which is the source's document with that number, by id.
/// 4. *Gone.* No document of the target has a word that has vanished, that was too much at the baseline, or
///   that is above the checkpoints and not of step 1, as of a document that was deleted soon. One look tells.
/// 5. *Totals.* Both sides have equally many documents.
/// 6. *Primaries.* The copies of the target that said so are its primaries by the word of the cluster.
///
/// Steps 1 and 2 are known without a question of a source shard that has taken no operation since a round has
/// read and counted it.
///
/// Documents of the target up to the marks have, by the baseline's claim, distinct words of its numbers, of
/// what was too much or of what was ahead; step 4 takes away whatever of these is not of S. With step 3 every
/// word of T is one of S, and no two documents have the same; as there are equally many (5), T = S.
public final class CountedProof {
    /// Documents that may have been changed or deleted since the baseline. Where more were, everything is read.
    private static final int MOST = 20_000;

    /// New documents of a source shard whose bytes are compared while clients wait.
    private static final int SAMPLED = 100;

    private final ComparedRun run;
    private final AskedCopies copies;
    private final Set<Integer> whole;
    private final Asking asking;
    private final InstantSource clock;
    private final Random random;
    private final Roaring64Bitmap lookedFor = new Roaring64Bitmap();
    private Optional<RestingSource> said = Optional.empty();
    /// New documents that were read by proofs which this one goes on from.
    private long readBefore;

    CountedProof(AskedCopies copies, Set<Integer> whole, Asking asking, InstantSource clock, Random random) {
        this.run = copies.run();
        this.copies = copies;
        this.whole = whole;
        this.asking = asking;
        this.clock = clock;
        this.random = random;
    }

    /// What came of it.
    public sealed interface Outcome {
        /// Both sides hold the same words, and the contents that were looked at are equal.
        ///
        /// @param sentence what was counted and read
        record Proved(VerificationReport report, String sentence) implements Outcome {}

        /// The target had documents that the source has not. Their deletes were published, and the proof has
        /// to be made again when they have been carried out.
        ///
        /// @param next what it is made from: whatever has gone and was not found is not looked for once more
        record Deleted(long documents, Baseline next) implements Outcome {}

        /// Nothing is known.
        ///
        /// @param why a part of a sentence for people
        record Unproven(String why) implements Outcome {}

        /// Documents of both sides have other contents.
        ///
        /// @param shards those of the source that have them
        record Different(Set<Integer> shards) implements Outcome {
            public Different {
                shards = Set.copyOf(shards);
            }
        }
    }

    /// To be called when nobody writes to either side. Whoever calls sees that nobody has until it returns.
    ///
    /// @param source by shard, settled numbers of now
    /// @param target by shard, settled numbers of now
    /// @param known whose contents were compared before
    /// @param deletes whether deletes may be published
    public Outcome of(
            Baseline baseline, List<CopyNumbers> source, List<CopyNumbers> target, KnownContents known, boolean deletes)
            throws ElasticException, NotPrimaryException, InterruptedException {
        Instant started = clock.instant();
        copies.forget();
        Optional<String> problem = baseline.problem(source, target).or(() -> uncompared(baseline, known));
        if (problem.isPresent()) {
            return new Outcome.Unproven(problem.get());
        }
        RunState state = run.lanes().state();
        problem = SourceHistoryCheck.problem(baseline, state, highest(source));
        if (problem.isEmpty()) {
            problem = WitnessLook.problem(run, asking, state);
        }
        if (problem.isPresent()) {
            return new Outcome.Unproven(problem.get());
        }
        BothSides sides = new BothSides(run, asking, baseline, MOST);
        BothSides.Resting now = sides.atRest(
                source,
                target,
                said.filter(before -> before.holds(baseline, source))
                        .map(RestingSource::found)
                        .orElse(List.of()));
        SinceBaseline found = new SinceBaseline(baseline, sides, now.source(), now.target(), state);
        Optional<String> unknown = unsettled(
                        source, now.source().stream().map(NewInSource::visible).toList())
                .or(() -> unsettled(target, found.shown()))
                .or(() -> unreadable(found))
                .or(() -> newer(found));
        said = unknown.isPresent() ? Optional.empty() : Optional.of(new RestingSource(baseline, source, now.source()));
        return unknown.isPresent() ? new Outcome.Unproven(unknown.get()) : ofOld(found, known, deletes, started);
    }

    private static List<Long> highest(List<CopyNumbers> numbers) {
        return numbers.stream().map(CopyNumbers::maxSeqNo).toList();
    }

    /// Of a source shard of which all contents are to be compared, those before the baseline must have been.
    private Optional<String> uncompared(Baseline baseline, KnownContents known) {
        return baseline.source().stream()
                .filter(shard -> whole.contains(shard.shard()) && known.upTo(shard.shard()) < shard.compared())
                .map(shard -> "not all documents of source shard " + shard.shard() + " were compared by content")
                .findFirst();
    }

    /// What was looked at must be what was noted, all of it.
    private static Optional<String> unsettled(List<CopyNumbers> noted, List<Visible> shown) {
        for (int shard = 0; shard < noted.size(); shard++) {
            CopyNumbers numbers = noted.get(shard);
            Visible visible = shown.get(shard);
            if (!numbers.identity().hasTermOf(visible.identity())
                    || visible.checkpoint() != numbers.maxSeqNo()
                    || visible.highest() != numbers.maxSeqNo()) {
                return Optional.of("a shard has moved on while it was counted");
            }
        }
        return Optional.empty();
    }

    private static Optional<String> unreadable(SinceBaseline found) {
        return Stream.concat(
                        found.source().stream().map(NewInSource::problemAtRest),
                        found.target().stream().map(shard -> shard.found().problem()))
                .filter(problem -> !problem.isEmpty())
                .findFirst();
    }

    private static Optional<String> newer(SinceBaseline found) {
        Roaring64Bitmap words = new Roaring64Bitmap();
        Roaring64Bitmap expected = found.newerWords();
        expected.andNot(found.baseline().ahead());
        for (BothSides.AtRest shard : found.target()) {
            if (Roaring64Bitmap.intersects(words, shard.found().newer())) {
                return Optional.of("the target has a word twice");
            }
            words.or(shard.found().newer());
            if (!shard.found().ahead().isEmpty()) {
                return Optional.of("the target has words that the source does not know");
            }
        }
        expected.andNot(words);
        return expected.isEmpty()
                ? Optional.empty()
                : Optional.of("the target does not have what was written to the source last");
    }

    private Outcome ofOld(SinceBaseline found, KnownContents known, boolean deletes, Instant started)
            throws ElasticException, NotPrimaryException, InterruptedException {
        Roaring64Bitmap gone = found.gone();
        if (gone.getLongCardinality() > MOST) {
            return new Outcome.Unproven("more than %,d words must not be in the target".formatted(MOST));
        }
        List<NewInTarget.Again> kept = found.kept();
        Roaring64Bitmap asked = gone.clone();
        kept.forEach(one -> asked.addLong(one.word().value()));
        lookedFor.or(gone);
        Optional<List<DocumentName>> names =
                found.sides().withWords(asked, BothSides.found(found.target()), found.shown());
        if (names.isEmpty()) {
            return new Outcome.Unproven("the target does not say which documents have a version");
        }
        if (!areTheSame(those(names.get(), name -> !gone.contains(name.version())), kept, found)) {
            return new Outcome.Unproven("the target has written other documents under old words");
        }
        List<DocumentName> tooMany = those(names.get(), name -> gone.contains(name.version()));
        if (!tooMany.isEmpty()) {
            return deletes
                    ? delete(tooMany, found)
                    : new Outcome.Unproven("the target has documents that the source has not");
        }
        long documents = found.documentsOfTarget();
        return documents == found.documents()
                ? ofContents(found, known, started)
                : new Outcome.Unproven("the target has " + documents + " documents, the source " + found.documents());
    }

    private static List<DocumentName> those(List<DocumentName> names, Predicate<DocumentName> wanted) {
        return names.stream().filter(wanted).toList();
    }

    /// Whether the documents that have a word that was written again are that of the source with its number,
    /// one each.
    private static boolean areTheSame(List<DocumentName> names, List<NewInTarget.Again> kept, SinceBaseline found)
            throws ElasticException, NotPrimaryException, InterruptedException {
        if (kept.isEmpty()) {
            return true;
        }
        Map<Long, DocumentName> held = found.sides().inSource(kept, found.source());
        Set<Long> words = new HashSet<>();
        for (DocumentName name : names) {
            DocumentName other = held.get(name.version());
            if (other == null || !other.key().equals(name.key()) || !words.add(name.version())) {
                return false;
            }
        }
        return words.size() == kept.size();
    }

    private Outcome delete(List<DocumentName> names, SinceBaseline found)
            throws ElasticException, NotPrimaryException, InterruptedException {
        Map<Integer, SourceWords> parts = found.parts(whole);
        List<DocumentName> absent = SourcePresence.after(run, asking, parts).goneAmong(names);
        if (absent.size() < names.size()) {
            return new Outcome.Unproven("the target has documents in states that the source has replaced");
        }
        List<DocRecord> records = new ArrayList<>();
        for (DocumentName name : absent) {
            Optional<DocRecord> record = Deletion.of(name, parts);
            if (record.isEmpty()) {
                return new Outcome.Unproven("no word is low enough for a delete");
            }
            records.add(record.get());
        }
        run.lanes().publish(records);
        Roaring64Bitmap left = new Roaring64Bitmap();
        names.forEach(name -> left.addLong(name.version()));
        Baseline next = found.next(left);
        said = said.map(before -> before.movedTo(next));
        readBefore += found.newerWords().getLongCardinality();
        return new Outcome.Deleted(records.size(), next);
    }

    private Outcome ofContents(SinceBaseline found, KnownContents known, Instant started)
            throws ElasticException, NotPrimaryException, InterruptedException {
        Map<Integer, SourceWords> parts = found.parts(whole);
        RoundFindings findings = new RoundFindings(_ -> {});
        Judgement judgement = new Judgement(
                run,
                asking,
                RejectedStates.of(run.lanes(), found.state().committed()),
                found.shown(),
                found.shown(),
                VerificationOptions.last(Duration.ZERO),
                some -> some.forEach(findings::add));
        new VerificationRound(judgement, parts, findings).ofContents(whole, known, found::rewritten, random, SAMPLED);
        if (!findings.counts().isEmpty()) {
            return new Outcome.Different(findings.differentContents());
        }
        run.sight().require();
        Optional<String> other = copies.problem(asking);
        if (other.isPresent()) {
            return new Outcome.Unproven(other.get());
        }
        parts.forEach((shard, part) -> findings.judgedUpTo(shard, part.upTo()));
        findings.compared(found.documents(), found.documents());
        VerificationReport report = new VerificationReport(
                started,
                clock.instant(),
                true,
                findings.checkpoints(),
                findings.sourceDocuments(),
                findings.targetWords(),
                findings.contents(),
                0,
                0,
                findings.counts(),
                0,
                findings.first());
        long newer = readBefore + found.newerWords().getLongCardinality();
        return new Outcome.Proved(
                report,
                "%,d new documents read, %,d old words looked for%s, all others counted"
                        .formatted(
                                newer,
                                lookedFor.getLongCardinality(),
                                found.baseline().lookup().how()));
    }
}
