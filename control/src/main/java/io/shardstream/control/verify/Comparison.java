package io.shardstream.control.verify;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.primary.NotPrimaryException;
import io.shardstream.common.version.VersionMode;
import io.shardstream.common.version.VersionWord;
import io.shardstream.control.scan.DocumentName;
import io.shardstream.control.verify.ContentJudge.Some;
import io.shardstream.control.words.ComparedRun;
import io.shardstream.control.words.KnownContents;
import io.shardstream.control.words.NumberChunks;
import io.shardstream.control.words.SourceWords;
import io.shardstream.control.words.Stretches;
import io.shardstream.control.words.Suspects;
import io.shardstream.control.words.TargetScan;
import io.shardstream.control.words.TargetWords;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.function.LongPredicate;
import org.roaringbitmap.longlong.Roaring64Bitmap;

/// One round of a verification: parts of the source, settled, against the whole target.
final class Comparison {
    private static final int CHUNK = 1000;
    /// Of which only hashes are held.
    private static final int CONTENT_CHUNK = 5000;

    private final Judgement judgement;
    private final Map<Integer, SourceWords> source;
    private final Findings findings;
    private final ComparedRun run;

    Comparison(Judgement judgement, Map<Integer, SourceWords> source, Findings findings) {
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
                        findings.unjudged(judge.judgeAhead(those(chunk, isAhead)));
                    }
                });
    }

    private static List<DocumentName> those(List<DocumentName> names, LongPredicate wanted) {
        return names.stream().filter(name -> wanted.test(name.version())).toList();
    }

    /// Compares the bytes of a sample and of what was replaced, or of all documents.
    ///
    /// @param whole source shards of which all documents are compared whatever the options say
    /// @param known whose bytes need not be compared
    /// @param rewritten by source shard, the numbers of those that need to be although they are known
    /// @param most documents of a source shard that are drawn at most
    void ofContents(
            Set<Integer> whole, KnownContents known, IntFunction<Roaring64Bitmap> rewritten, Random random, int most)
            throws ElasticException, NotPrimaryException, InterruptedException {
        ContentJudge judge = new ContentJudge(judgement, new SourceJudge(judgement));
        List<SourceWords> sampled = new ArrayList<>();
        for (SourceWords part : source.values()) {
            long above = Math.max(part.part().above(), known.upTo(part.shard()));
            if (!isWhole(part, whole) || above > part.part().above()) {
                sampled.add(part);
            }
            if (isWhole(part, whole) && above < part.upTo()) {
                new Stretches(judgement.asking())
                        .forEachChunk(
                                run.source().get(part.shard()),
                                part.visible(),
                                above,
                                part.upTo(),
                                Math.min(part.compared(), part.upTo() - above),
                                CONTENT_CHUNK,
                                some -> findings.comparedContents(judge.judge(List.of(new Some(part, some)))));
            }
        }
        List<Roaring64Bitmap> samples = new SampledNumbers(run, judgement.asking(), random, most).of(sampled);
        Portions portions = new Portions(judge);
        for (int i = 0; i < sampled.size(); i++) {
            SourceWords part = sampled.get(i);
            Roaring64Bitmap some = samples.get(i);
            some.or(rewritten.apply(part.shard()));
            if (run.versions() == VersionMode.SEQNO) {
                some.or(judgement.rejects().replacedIn(part));
            }
            long above = Math.max(part.part().above(), known.upTo(part.shard()));
            NumberChunks.forEach(
                    isWhole(part, whole) ? upTo(above, some) : some,
                    CONTENT_CHUNK,
                    numbers -> portions.add(new Some(part, numbers)));
        }
        portions.end();
    }

    private boolean isWhole(SourceWords part, Set<Integer> whole) {
        return judgement.options().content() == Content.ALL || whole.contains(part.shard());
    }

    /// Has documents of several parts compared together, as many as one part's are at once.
    private final class Portions {
        private final ContentJudge judge;
        private final List<Some> pending = new ArrayList<>();
        private int documents;

        Portions(ContentJudge judge) {
            this.judge = judge;
        }

        void add(Some some) throws ElasticException, NotPrimaryException, InterruptedException {
            if (documents + some.numbers().size() > CONTENT_CHUNK) {
                end();
            }
            pending.add(some);
            documents += some.numbers().size();
        }

        void end() throws ElasticException, NotPrimaryException, InterruptedException {
            if (!pending.isEmpty()) {
                findings.comparedContents(judge.judge(pending));
            }
            pending.clear();
            documents = 0;
        }
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
