package io.shardstream.control.run.equality;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.loop.Sleeper;
import io.shardstream.common.shard.CopyNumbers;
import io.shardstream.common.shard.NotPrimaryException;
import io.shardstream.control.compare.verify.Verification;
import io.shardstream.control.compare.version.KnownContents;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Up to which number the bytes of all documents of a source shard have been found equal while both sides
/// moved. What is live under such a number later was live then, as long as the shard stays in its term and
/// history; and what the target holds under its word was compared, unless it was written again: then its own
/// number is above those that the target had when the comparison began.
final class ComparedContents {
    private static final long NOTHING = -1;

    private final FinalNumbers source;
    private final FinalNumbers target;
    private List<CopyNumbers> begun = List.of();
    private List<CopyNumbers> begunInTarget = List.of();
    private Map<Integer, Long> upTo = Map.of();
    private Set<Integer> different = Set.of();

    ComparedContents(FinalNumbers source, FinalNumbers target) {
        this.source = source;
        this.target = target;
    }

    /// A comparison begins: nothing is known until it is kept.
    void begin(Sleeper watch) throws ElasticException, NotPrimaryException {
        upTo = Map.of();
        begun = source.now(watch);
        begunInTarget = target.now(watch);
    }

    /// By target shard, its numbers from when the comparison began.
    List<CopyNumbers> begunInTarget() {
        return begunInTarget;
    }

    /// The comparison has found no difference.
    ///
    /// @param checkpoints by source shard, the number up to which it judged
    /// @param isWhole whether it compared the bytes of all documents of a source shard
    void keep(Map<Integer, Long> checkpoints, IntPredicate isWhole) {
        Map<Integer, Long> all = new TreeMap<>(checkpoints);
        all.keySet().removeIf(shard -> !isWhole.test(shard));
        upTo = all;
    }

    /// In which source shards comparisons have found different contents, and none of all their documents has
    /// found both sides equal since. What is known stays so: it was found equal and not written again.
    Set<Integer> different() {
        return different;
    }

    void setDifferent(Set<Integer> shards) {
        different = Set.copyOf(shards);
    }

    void differIn(Set<Integer> shards) {
        Set<Integer> all = new HashSet<>(different);
        all.addAll(shards);
        setDifferent(all);
    }

    /// Has a verification compare no bytes that are known, and all of the source shards that were put back or
    /// have different contents. The source is asked once, so that both are of the same moment.
    Verification toldTo(Verification verification, Sleeper watch) throws ElasticException, NotPrimaryException {
        Verification told = verification.wholeToo(different);
        if (begun.isEmpty()) {
            return told;
        }
        List<CopyNumbers> now = source.now(watch);
        return told.wholeToo(putBack(now)).withContentsKnown(known(now, watch));
    }

    KnownContents known(Sleeper watch) throws ElasticException, NotPrimaryException {
        return upTo.isEmpty() ? KnownContents.NONE : known(source.now(watch), watch);
    }

    /// The source shards of which an older state of their disk was put back since the comparison began: their
    /// numbers may have been given out twice in one term.
    Set<Integer> putBack(Sleeper watch) throws ElasticException, NotPrimaryException {
        return begun.isEmpty() ? Set.of() : putBack(source.now(watch));
    }

    /// Without source shards that have come into another term or history since the comparison began, or whose
    /// disk was put back to an older state; everything in such a target shard counts as written again.
    private KnownContents known(List<CopyNumbers> now, Sleeper watch) throws ElasticException, NotPrimaryException {
        if (upTo.isEmpty()) {
            return KnownContents.NONE;
        }
        Map<Integer, Long> all = new TreeMap<>(upTo);
        all.keySet().removeIf(shard -> !isAsItWas(begun.get(shard), now.get(shard)));
        return new KnownContents(all, inTarget(target.now(watch)));
    }

    private Set<Integer> putBack(List<CopyNumbers> now) {
        return IntStream.range(0, now.size())
                .filter(shard ->
                        now.get(shard).identity().isPutBack(begun.get(shard).identity()))
                .boxed()
                .collect(Collectors.toSet());
    }

    /// What is not on all copies yet may be taken back, and its number given out again.
    private List<Long> inTarget(List<CopyNumbers> now) {
        List<Long> numbers = new ArrayList<>();
        for (int shard = 0; shard < now.size(); shard++) {
            CopyNumbers before = begunInTarget.get(shard);
            numbers.add(isAsItWas(before, now.get(shard)) ? before.globalCheckpoint() : NOTHING);
        }
        return numbers;
    }

    private static boolean isAsItWas(CopyNumbers before, CopyNumbers now) {
        return before.identity().hasTermOf(now.identity()) && before.globalCheckpoint() <= now.maxSeqNo();
    }
}
