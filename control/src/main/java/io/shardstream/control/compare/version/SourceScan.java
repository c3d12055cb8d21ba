package io.shardstream.control.compare.version;

import io.shardstream.common.contract.record.Checkpoint;
import io.shardstream.common.contract.record.VersionWord;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.loop.BlockedException;
import io.shardstream.common.shard.NotPrimaryException;
import io.shardstream.control.compare.scan.Asking;
import io.shardstream.control.compare.scan.Question;
import io.shardstream.control.compare.scan.ScannedShard;
import io.shardstream.control.compare.scan.ShardAnswer;
import io.shardstream.control.compare.scan.Visible;
import io.shardstream.control.state.RunState;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Reads which numbers are live in the source.
public final class SourceScan {
    private final ComparedRun run;
    private final Asking asking;
    private final RunState state;
    private final boolean goesOn;
    private final boolean awaitsAcknowledged;

    /// @param state the run's, as it was read before
    /// @param goesOn whether readers are at work; if not, nothing counts that they have not read
    public SourceScan(ComparedRun run, Asking asking, RunState state, boolean goesOn) {
        this(run, asking, state, goesOn, false);
    }

    private SourceScan(ComparedRun run, Asking asking, RunState state, boolean goesOn, boolean awaitsAcknowledged) {
        this.run = run;
        this.asking = asking;
        this.state = state;
        this.goesOn = goesOn;
        this.awaitsAcknowledged = awaitsAcknowledged;
    }

    /// The same for who says that both sides are equal: where readers are at work, what is read reaches as
    /// far as everything that the source had acknowledged before.
    public SourceScan ofAllAcknowledged() {
        return new SourceScan(run, asking, state, goesOn, goesOn);
    }

    /// How many documents there are by shard, roughly: what was not refreshed is not counted.
    public Map<Integer, ComparisonRounds.ShardSize> sizes(Collection<Integer> shards)
            throws ElasticException, NotPrimaryException, InterruptedException {
        record Sized(int shard, ComparisonRounds.ShardSize size) {}
        Map<Integer, ComparisonRounds.ShardSize> sizes = new TreeMap<>();
        List<Asking.Errand<Sized>> errands = new ArrayList<>();
        shards.forEach(shard ->
                errands.add(each -> new Sized(shard, each.seen(run.source().get(shard), (copy, visible) -> {
                    long upTo = reach(shard, visible.checkpoint());
                    return new ComparisonRounds.ShardSize(upTo, copy.countLive(-1, upTo));
                }))));
        asking.all(errands, Integer.MAX_VALUE, sized -> sizes.put(sized.shard(), sized.size()));
        return sizes;
    }

    /// Every live number of some parts, at most one of each shard, by shard.
    ///
    /// @param done told how many parts have been read, from 1
    /// @throws BlockedException if a shard is in another history than the one that was read
    /// @throws NotPrimaryException also if another history was accepted that readers have not begun
    public Map<Integer, SourceWords> read(List<SequenceRange> parts, IntConsumer done)
            throws ElasticException, NotPrimaryException, InterruptedException {
        Map<Integer, SourceWords> words = new TreeMap<>();
        asking.all(
                parts.stream()
                        .<Asking.Errand<SourceWords>>map(part -> each -> read(each, part))
                        .toList(),
                Integer.MAX_VALUE,
                read -> {
                    words.put(read.shard(), read);
                    done.accept(words.size());
                });
        return words;
    }

    /// Every live number of a part, counted and settled.
    ///
    /// @throws BlockedException if the shard is in another history than the one that was read
    /// @throws NotPrimaryException also if another history was accepted that readers have not begun
    private SourceWords read(Asking each, SequenceRange part)
            throws ElasticException, NotPrimaryException, InterruptedException {
        int shard = part.shard();
        ShardAnswer<Looked<CountedNumbers>> answer = settled(each, shard, (copy, visible) -> {
            CountedNumbers live = new CountedNumbers();
            copy.forEachLive(part.above(), end(part, visible.checkpoint()), (seqNo, _) -> live.add(seqNo));
            return live;
        });
        Checkpoint read = state.checkpoints().get(shard);
        requireHistory(shard, read, answer.visible(), answer.value().isOther());
        return new SourceWords(
                shard,
                read == null ? VersionWord.FIRST_LINEAGE : read.lineage(),
                part,
                end(part, answer.visible().checkpoint()),
                answer.value().value(),
                answer.value().value().size(),
                answer.visible());
    }

    /// How far each shard can be judged, without its numbers.
    ///
    /// @throws BlockedException if a shard is in another history than the one that was read
    /// @throws NotPrimaryException also if another history was accepted that readers have not begun
    public Map<Integer, SourceWords> reach() throws ElasticException, NotPrimaryException, InterruptedException {
        return reach(shards());
    }

    /// The same of some shards.
    public Map<Integer, SourceWords> reach(Collection<Integer> shards)
            throws ElasticException, NotPrimaryException, InterruptedException {
        return words(shards, (each, shard) -> reach(each, shard, (_, _) -> 0L));
    }

    /// The same of each shard, with how many documents there are.
    public Map<Integer, SourceWords> counted() throws ElasticException, NotPrimaryException, InterruptedException {
        return words(
                shards(),
                (each, shard) ->
                        reach(each, shard, (copy, visible) -> copy.countLive(-1, reach(shard, visible.checkpoint()))));
    }

    private List<Integer> shards() {
        return IntStream.range(0, run.source().size()).boxed().toList();
    }

    private interface Look {
        SourceWords at(Asking each, int shard) throws ElasticException, NotPrimaryException, InterruptedException;
    }

    private Map<Integer, SourceWords> words(Collection<Integer> shards, Look look)
            throws ElasticException, NotPrimaryException, InterruptedException {
        Map<Integer, SourceWords> words = new TreeMap<>();
        asking.all(
                shards.stream()
                        .<Asking.Errand<SourceWords>>map(shard -> each -> look.at(each, shard))
                        .toList(),
                Integer.MAX_VALUE,
                one -> words.put(one.shard(), one));
        return words;
    }

    /// @param documents asks how many there are
    private SourceWords reach(Asking each, int shard, Question<Long> documents)
            throws ElasticException, NotPrimaryException, InterruptedException {
        ShardAnswer<Looked<Long>> answer = settled(each, shard, documents);
        SequenceRange whole = SequenceRange.whole(shard);
        Checkpoint read = state.checkpoints().get(shard);
        requireHistory(shard, read, answer.visible(), answer.value().isOther());
        return new SourceWords(
                shard,
                read == null ? VersionWord.FIRST_LINEAGE : read.lineage(),
                whole,
                end(whole, answer.visible().checkpoint()),
                new CountedNumbers(),
                answer.value().value(),
                answer.visible());
    }

    /// How far shards can be judged by what is looked at from now on. Nothing in them is looked at: what
    /// their searches show need not be as far.
    ///
    /// @throws BlockedException if a shard is in another history than the one that was read
    /// @throws NotPrimaryException also if another history was accepted that readers have not begun
    public Map<Integer, SourceWords> begin(Collection<Integer> shards)
            throws ElasticException, NotPrimaryException, InterruptedException {
        return words(shards, this::begin);
    }

    private SourceWords begin(Asking each, int shard)
            throws ElasticException, NotPrimaryException, InterruptedException {
        Checkpoint read = state.checkpoints().get(shard);
        Looked<Visible> said = each.said(
                run.source().get(shard),
                (copy, visible) -> new Looked<>(visible, WitnessLook.contradicts(copy, visible, read)));
        Visible now = said.value();
        SequenceRange whole = SequenceRange.whole(shard);
        requireHistory(shard, read, now, said.isOther());
        return new SourceWords(
                shard,
                read == null ? VersionWord.FIRST_LINEAGE : read.lineage(),
                whole,
                end(whole, now.checkpoint()),
                new CountedNumbers(),
                0,
                now);
    }

    /// @param isOther whether documents tell that the shard is in another history than the one that was read
    private record Looked<T>(T value, boolean isOther) {}

    private <T> ShardAnswer<Looked<T>> settled(Asking each, int shard, Question<T> question)
            throws ElasticException, NotPrimaryException, InterruptedException {
        ScannedShard source = run.source().get(shard);
        Checkpoint read = state.checkpoints().get(shard);
        Question<Looked<T>> both = (copy, visible) ->
                new Looked<>(question.ask(copy, visible), WitnessLook.contradicts(copy, visible, read));
        return awaitsAcknowledged ? each.settledSoFar(source, both) : each.settled(source, null, both);
    }

    private long end(SequenceRange part, long checkpoint) {
        return Math.max(part.above(), Math.min(part.upTo(), reach(part.shard(), checkpoint)));
    }

    private long reach(int shard, long checkpoint) {
        return goesOn ? checkpoint : Math.min(checkpoint, state.done(shard));
    }

    private void requireHistory(int shard, @Nullable Checkpoint read, Visible visible, boolean isOther)
            throws ElasticException, NotPrimaryException {
        if (state.awaitsNewHistory(shard)) {
            throw new NotPrimaryException("Another history of shard " + shard + " of the source index "
                    + run.plan().sourceIndex() + " was accepted, and readers have not begun to read it");
        }
        if (read == null || read.historyUuid().isEmpty()) {
            return;
        }
        boolean isPutBack = isOther || visible.highest() < state.readUpTo(shard);
        if (isPutBack && !run.source().get(shard).elected().is(visible.identity())) {
            throw new NotPrimaryException("A copy of shard " + shard + " of the source index "
                    + run.plan().sourceIndex()
                    + " says that it is the primary, and the cluster has gone on without it");
        }
        if (isPutBack || !read.historyUuid().equals(visible.identity().historyUuid())) {
            throw new BlockedException("Shard " + shard + " of the source index "
                    + run.plan().sourceIndex()
                    + " has another history than the one that was copied: it was restored, a stale or empty copy was"
                    + " made its primary, or an older state of its disk was put back. Nothing was deleted or judged.");
        }
    }
}
