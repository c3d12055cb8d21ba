package io.shardstream.control.verify;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.primary.NotPrimaryException;
import io.shardstream.control.scan.Asking;
import io.shardstream.control.words.ComparedRun;
import io.shardstream.control.words.SourceWords;
import io.shardstream.control.words.Suspects;
import io.shardstream.control.words.TargetScan;
import io.shardstream.control.words.TargetWords;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.roaringbitmap.longlong.LongIterator;

/// One round of a verification: parts of the source, settled, against the whole target.
final class Comparison {
    private static final int CHUNK = 1000;
    /// Of which only hashes are held.
    private static final int CONTENT_CHUNK = 5000;
    /// Documents, as if their numbers lay evenly.
    private static final long STRETCH = 100_000;

    private final Judgement judgement;
    private final Map<Integer, SourceWords> source;
    private final Findings findings;
    private final ComparedRun run;
    private final Asking asking;

    Comparison(Judgement judgement, Map<Integer, SourceWords> source, Findings findings) {
        this.judgement = judgement;
        this.source = source;
        this.findings = findings;
        this.run = judgement.run();
        this.asking = judgement.asking();
    }

    /// Compares the version words, and judges what differs.
    ///
    /// @param isFirst whether what no part of the source has a say in is to be listed too
    void ofWords(boolean isFirst) throws ElasticException, NotPrimaryException, InterruptedException {
        TargetScan target = new TargetScan(run, asking, List.copyOf(source.values()));
        TargetWords words = target.read();
        source.forEach((shard, part) -> findings.judgedUpTo(shard, part.upTo()));
        findings.compared(
                source.values().stream().mapToLong(SourceWords::compared).sum(), words.judged());
        int shards = run.plan().sourceShards();
        TargetJudge targetJudge = new TargetJudge(judgement);
        Suspects suspects = new Suspects(run, asking, target);
        if (words.hasCandidates()) {
            suspects.forEachChunk(version -> words.isCandidate(version, shards), targetJudge::judge);
        }
        if (words.foreign() > 0 && isFirst) {
            suspects.forEachChunk(
                    version -> TargetWords.isForeign(version, shards), chunk -> targetJudge.list(Kind.FOREIGN, chunk));
        }
        if (words.ahead() > 0 && judgement.options().isFinal()) {
            suspects.forEachChunk(
                    version -> words.isAhead(version, shards), chunk -> targetJudge.list(Kind.AHEAD, chunk));
        }
        SourceJudge sourceJudge = new SourceJudge(judgement);
        for (SourceWords part : source.values()) {
            LongIterator missing = part.live().distinct().getLongIterator();
            while (missing.hasNext()) {
                List<Long> chunk = new ArrayList<>(CHUNK);
                while (missing.hasNext() && chunk.size() < CHUNK) {
                    chunk.add(missing.next());
                }
                sourceJudge.judge(part, chunk);
            }
        }
    }

    /// Compares the bytes of a sample, or of all documents.
    ///
    /// @param whole source shards of which all documents are compared whatever the options say
    void ofContents(Set<Integer> whole, Random random)
            throws ElasticException, NotPrimaryException, InterruptedException {
        ContentJudge judge = new ContentJudge(judgement, new SourceJudge(judgement));
        SampledNumbers sample = new SampledNumbers(run, asking, random);
        for (SourceWords part : source.values()) {
            boolean all = judgement.options().content() == Content.ALL || whole.contains(part.shard());
            if (all) {
                compareAll(judge, part);
            } else {
                compare(judge, part, sample.of(part));
            }
        }
    }

    private void compare(ContentJudge judge, SourceWords part, List<Long> numbers)
            throws ElasticException, NotPrimaryException, InterruptedException {
        for (int from = 0; from < numbers.size(); from += CONTENT_CHUNK) {
            List<Long> chunk = numbers.subList(from, Math.min(numbers.size(), from + CONTENT_CHUNK));
            findings.comparedContents(judge.judge(part, chunk));
        }
    }

    /// In stretches, so that never more numbers than those of one are in memory.
    private void compareAll(ContentJudge judge, SourceWords part)
            throws ElasticException, NotPrimaryException, InterruptedException {
        long width = Math.max(1, STRETCH * (part.upTo() - part.part().above()) / Math.max(1, part.compared()));
        for (long above = part.part().above(); above < part.upTo(); above += width) {
            long low = above;
            long high = Math.min(part.upTo(), above + width);
            List<Long> numbers = asking.seen(run.source().get(part.shard()), (copy, _) -> {
                List<Long> found = new ArrayList<>();
                copy.forEachLive(low, high, (seqNo, _) -> found.add(seqNo));
                return found.stream().distinct().toList();
            });
            compare(judge, part, numbers);
        }
    }
}
