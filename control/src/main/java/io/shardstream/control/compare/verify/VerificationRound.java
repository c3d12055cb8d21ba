package io.shardstream.control.compare.verify;

import io.shardstream.common.contract.record.VersionMode;
import io.shardstream.common.contract.record.VersionWord;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.shard.NotPrimaryException;
import io.shardstream.control.compare.scan.DocumentName;
import io.shardstream.control.compare.version.ComparedRun;
import io.shardstream.control.compare.version.KnownContents;
import io.shardstream.control.compare.version.NumberChunks;
import io.shardstream.control.compare.version.SourceWords;
import io.shardstream.control.compare.version.Stretches;
import io.shardstream.control.compare.version.Suspects;
import io.shardstream.control.compare.version.TargetScan;
import io.shardstream.control.compare.version.TargetWords;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.function.LongPredicate;
import org.roaringbitmap.longlong.Roaring64Bitmap;

/// One round of a verification: parts of the source, settled, against the whole target.
final class VerificationRound {
    private static final int CHUNK = 1000;

    private final Judgement judgement;
    private final Map<Integer, SourceWords> source;
    private final RoundFindings findings;
    private final ComparedRun run;

    VerificationRound(Judgement judgement, Map<Integer, SourceWords> source, RoundFindings findings) {
        this.judgement = judgement;
        this.source = source;
        this.findings = findings;
        this.run = judgement.run();
    }

    /// Judges what differs in version words.
    ///
    /// @param words what the target's first pass found
    /// @param isFirst whether what no part of the source has a say in is to be listed too
    void ofWords(TargetScan target, TargetWords words, boolean isFirst)
            throws ElasticException, NotPrimaryException, InterruptedException {
        source.forEach((shard, part) -> findings.judgedUpTo(shard, part.upTo()));
        findings.compared(
                source.values().stream().mapToLong(SourceWords::compared).sum(), words.judged());
        ofTarget(target, words, isFirst);
        SourceJudge sourceJudge = new SourceJudge(judgement);
        for (SourceWords part : source.values()) {
            NumberChunks.forEach(part.live().distinct(), CHUNK, missing -> sourceJudge.judge(part, missing));
        }
    }

    /// Everything that the target has too much, in one more pass over it.
    private void ofTarget(TargetScan target, TargetWords words, boolean isFirst)
            throws ElasticException, NotPrimaryException, InterruptedException {
        int shards = run.plan().sourceShards();
        VerificationOptions options = judgement.options();
        boolean stands = options.isFinal() || !options.goesOn();
        if (!stands) {
            findings.unjudged(words.ahead());
        }
        boolean hasForeign = isFirst && words.foreign() > 0;
        boolean hasAhead = stands && words.ahead() > 0;
        if (!words.hasCandidates() && !hasForeign && !hasAhead) {
            return;
        }
        LongPredicate isForeign = version -> hasForeign && VersionWord.isForeign(version, shards);
        LongPredicate isAhead = version -> hasAhead && words.isAhead(version, shards);
        LongPredicate isCandidate = version -> words.hasCandidates() && words.isCandidate(version, shards);
        TargetJudge judge = new TargetJudge(judgement, source);
        new Suspects(run, judgement.asking(), target)
                .forEachChunk(isCandidate.or(isForeign).or(isAhead), chunk -> {
                    judge.judge(those(chunk, isCandidate));
                    judge.list(Kind.FOREIGN, those(chunk, isForeign));
                    if (options.isFinal()) {
                        judge.list(Kind.AHEAD, those(chunk, isAhead));
                    } else {
                        TargetJudge.Ahead ahead = judge.judgeAhead(those(chunk, isAhead));
                        findings.unjudged(ahead.unjudged());
                        findings.sameAhead(ahead.same());
                    }
                });
    }

    private static List<DocumentName> those(List<DocumentName> names, LongPredicate wanted) {
        return names.stream().filter(name -> wanted.test(name.version())).toList();
    }

    /// Compares the bytes of a sample, of what was replaced and of what is needed, or of all documents.
    ///
    /// @param whole source shards of which all documents are compared whatever the options say
    /// @param known whose bytes need not be compared
    /// @param needed by source shard, the numbers of those whose bytes are compared whatever is known and drawn
    /// @param sampled documents of a source shard at most
    void ofContents(
            Set<Integer> whole, KnownContents known, IntFunction<Roaring64Bitmap> needed, Random random, int sampled)
            throws ElasticException, NotPrimaryException, InterruptedException {
        Judgement noting = judgement.telling(this::note);
        ContentJudge judge = new ContentJudge(noting, new SourceJudge(noting), findings::comparedContents);
        List<SourceWords> sampledParts = new ArrayList<>();
        for (SourceWords part : source.values()) {
            long above = wholeAbove(part, whole, known);
            if (above < part.upTo()) {
                everything(part, above, judge);
            }
            if (above > part.part().above()) {
                sampledParts.add(part);
            }
        }
        Map<Integer, Roaring64Bitmap> samples =
                new SampledNumbers(run, judgement.asking(), random, sampled).of(sampledParts);
        for (SourceWords part : sampledParts) {
            Roaring64Bitmap some = samples.getOrDefault(part.shard(), new Roaring64Bitmap());
            some.or(needed.apply(part.shard()));
            if (run.versions() != VersionMode.SOURCE) {
                some.or(judgement.rejects().replacedIn(part));
            }
            NumberChunks.forEach(
                    upTo(wholeAbove(part, whole, known), some),
                    ContentJudge.AT_ONCE,
                    numbers -> judge.add(part, numbers));
        }
        judge.finish();
    }

    private void note(List<DocumentDifference> some)
            throws ElasticException, NotPrimaryException, InterruptedException {
        some.stream()
                .filter(difference -> difference.kind().differs())
                .forEach(difference -> findings.differsByContent(difference.sourceShard()));
        judgement.verdicts().accept(some);
    }

    /// The number above which all documents of a part are compared; above all numbers if a sample is enough.
    private long wholeAbove(SourceWords part, Set<Integer> whole, KnownContents known) {
        boolean all = judgement.options().content() == Content.ALL || whole.contains(part.shard());
        return all ? Math.max(part.part().above(), known.upTo(part.shard())) : Long.MAX_VALUE;
    }

    private void everything(SourceWords part, long above, ContentJudge judge)
            throws ElasticException, NotPrimaryException, InterruptedException {
        new Stretches(judgement.asking())
                .forEachChunk(
                        run.source().get(part.shard()),
                        part.visible(),
                        above,
                        part.upTo(),
                        Math.min(part.compared(), part.upTo() - above),
                        ContentJudge.AT_ONCE,
                        numbers -> judge.add(part, numbers));
    }

    private static Roaring64Bitmap upTo(long highest, Roaring64Bitmap numbers) {
        Roaring64Bitmap lower = new Roaring64Bitmap();
        numbers.forEach(number -> {
            if (number <= highest) {
                lower.addLong(number);
            }
        });
        return lower;
    }
}
