package io.shardstream.control.compare.version;

import io.shardstream.common.contract.record.VersionWord;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.shard.NotPrimaryException;
import io.shardstream.control.compare.scan.Asking;
import io.shardstream.control.compare.scan.LiveDocuments;
import io.shardstream.control.compare.scan.ShardAnswer;
import io.shardstream.control.compare.scan.Visible;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongPredicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.roaringbitmap.longlong.Roaring64Bitmap;

/// Reads the version words of the target against those of the source.
public final class TargetScan {
    private final ComparedRun run;
    private final Asking asking;
    private final RejectedStates rejects;
    private final Map<Integer, SourceWords> source;
    private final KnownContents known;
    private final List<Visible> shown = new ArrayList<>();
    private long mostBytes;
    private boolean keepsMore;

    /// @param rejects read after the lanes had drained up to where the source was read
    /// @param source at most one part of each source shard
    /// @param known whose contents are known, unless they were written again
    public TargetScan(
            ComparedRun run,
            Asking asking,
            RejectedStates rejects,
            Collection<SourceWords> source,
            KnownContents known) {
        this.run = run;
        this.asking = asking;
        this.rejects = rejects;
        this.known = known;
        this.source = source.stream().collect(Collectors.toMap(SourceWords::shard, words -> words));
    }

    /// Has more kept than a comparison needs: words above the source's ([TargetWords#aheadWords]), and what its
    /// documents are found by later ([TargetWords#lookup]).
    ///
    /// @param bytes that own numbers and words of all target shards may take
    public TargetScan keepingForBaseline(long bytes) {
        keepsMore = true;
        mostBytes = bytes;
        return this;
    }

    /// First pass: takes everything away from the source's numbers that the target has too, and tells what it
    /// has beside them.
    public TargetWords read() throws ElasticException, NotPrimaryException, InterruptedException {
        TargetWords all = new TargetWords(source);
        shown.clear();
        OwnWordsMemory memory = new OwnWordsMemory(run.target().size(), mostBytes);
        List<Asking.Errand<ShardAnswer<ShardWords>>> errands = new ArrayList<>();
        for (int shard = 0; shard < run.target().size(); shard++) {
            int number = shard;
            errands.add(each -> each.revealed(run.target().get(number), null, (copy, visible) -> {
                ShardWords found = new ShardWords(
                        number,
                        keepsMore,
                        keepsMore && !copy.findsVersions()
                                ? new OwnWordsReading(bytes -> memory.takes(number, bytes))
                                : null);
                copy.forEachLive(-1, visible.highest(), found);
                return found;
            }));
        }
        long numbers = source.values().stream()
                .mapToLong(words -> words.upTo() - words.part().above())
                .sum();
        asking.all(errands, ComparisonRounds.targetShardsAtOnce(numbers), words -> {
            all.add(words.value());
            shown.add(words.visible());
        });
        return all;
    }

    /// By target shard, what its searches showed at least in the first pass: everything that was waited for
    /// before it, so that nothing has to be refreshed to ask for more of that.
    public List<Visible> shown() {
        return List.copyOf(shown);
    }

    /// Second pass: own numbers, in one target shard, of the documents whose version is wanted.
    ///
    /// @param each to ask with
    public Roaring64Bitmap find(Asking each, int targetShard, LongPredicate wanted)
            throws ElasticException, NotPrimaryException, InterruptedException {
        return each.revealed(run.target().get(targetShard), shown.get(targetShard), (copy, visible) -> {
                    Roaring64Bitmap found = new Roaring64Bitmap();
                    copy.forEachLive(-1, visible.highest(), (seqNo, version) -> {
                        if (wanted.test(version)) {
                            found.addLong(seqNo);
                        }
                    });
                    return found;
                })
                .value();
    }

    /// Whether a version is none that this run can have written.
    boolean isForeign(long version) {
        return VersionWord.isForeign(version, run.plan().sourceShards());
    }

    /// The words of one target shard, which may have to be read anew.
    final class ShardWords implements LiveDocuments {
        final Map<Integer, CountedNumbers> judged = new HashMap<>();
        final Map<Integer, Roaring64Bitmap> rejectedToo = new HashMap<>();
        final Map<Integer, Roaring64Bitmap> rewritten = new HashMap<>();
        final AheadWords ahead = new AheadWords();
        private final int shard;
        private final boolean keepsAhead;
        final @Nullable OwnWordsReading own;
        long foreign;
        long ofLowerLineage;
        long beyond;

        /// @param own what takes own numbers and words, null if they are not needed
        ShardWords(int shard, boolean keepsAhead, @Nullable OwnWordsReading own) {
            this.shard = shard;
            this.keepsAhead = keepsAhead;
            this.own = own;
        }

        @Override
        public void accept(long seqNo, long version) {
            OwnWordsReading all = own;
            if (all != null) {
                all.accept(seqNo, version);
            }
            if (isForeign(version)) {
                foreign++;
                return;
            }
            VersionWord word = VersionWord.of(version);
            SourceWords words = source.get(word.sourceShard());
            if (words == null || !words.judges(word)) {
                if (words != null && words.isExceededBy(word)) {
                    beyond++;
                    if (keepsAhead) {
                        ahead.add(version);
                    }
                }
            } else if (word.lineage() < words.lineage()) {
                ofLowerLineage++;
            } else {
                judged.computeIfAbsent(word.sourceShard(), _ -> new CountedNumbers())
                        .add(word.seqNo());
                if (rejects.contains(word)) {
                    add(rejectedToo, word);
                }
                if (known.isRewritten(shard, seqNo, word)) {
                    add(rewritten, word);
                }
            }
        }

        private static void add(Map<Integer, Roaring64Bitmap> numbers, VersionWord word) {
            numbers.computeIfAbsent(word.sourceShard(), _ -> new Roaring64Bitmap())
                    .addLong(word.seqNo());
        }
    }
}
