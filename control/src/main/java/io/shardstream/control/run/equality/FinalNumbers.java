package io.shardstream.control.run.equality;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.loop.Sleeper;
import io.shardstream.common.shard.CopyNumbers;
import io.shardstream.common.shard.ElectedPrimary;
import io.shardstream.common.shard.NotPrimaryException;
import io.shardstream.control.compare.scan.EachShard;
import io.shardstream.control.compare.scan.ScannedShard;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// The numbers of all primaries of an index. Whoever asks is told that it still waits, as [EachShard] does.
public final class FinalNumbers {
    private final List<ScannedShard> shards;

    public FinalNumbers(List<ScannedShard> shards) {
        this.shards = shards;
    }

    int size() {
        return shards.size();
    }

    /// Both, the shards of this one first: shards are asked together.
    FinalNumbers and(FinalNumbers others) {
        return new FinalNumbers(
                Stream.concat(shards.stream(), others.shards.stream()).toList());
    }

    /// By shard; empty while a shard has numbers that are not on all its copies, or are those of a copy that
    /// was cut off, or has handed over, or may have: its successor may have taken writes since, which it does
    /// not know of.
    public Optional<List<CopyNumbers>> settled(Sleeper watch) throws ElasticException, NotPrimaryException {
        List<CopyNumbers> all = now(watch);
        if (all.stream().anyMatch(one -> one.globalCheckpoint() != one.maxSeqNo())) {
            return Optional.empty();
        }
        List<ElectedPrimary> elected = EachShard.ask(shards, watch, ScannedShard::elected);
        for (int shard = 0; shard < shards.size(); shard++) {
            if (!elected.get(shard).is(all.get(shard).identity())
                    || elected.get(shard).moves()) {
                return Optional.empty();
            }
        }
        return Optional.of(all);
    }

    /// The shards whose primary is being moved to another node: as long as that lasts they do not count as
    /// settled.
    public List<Integer> moving(Sleeper watch) throws ElasticException, NotPrimaryException {
        List<ElectedPrimary> elected = EachShard.ask(shards, watch, ScannedShard::elected);
        return IntStream.range(0, elected.size())
                .filter(shard -> elected.get(shard).moves())
                .boxed()
                .toList();
    }

    /// Begins to have all shards settle, for an index to which nobody writes.
    public void settle(Sleeper watch) throws ElasticException, NotPrimaryException {
        var _ = EachShard.ask(shards.subList(0, 1), watch, shard -> {
            shard.locate().settleIndex();
            return true;
        });
    }

    /// By shard, settled or not.
    public List<CopyNumbers> now(Sleeper watch) throws ElasticException, NotPrimaryException {
        return EachShard.ask(shards, watch, ScannedShard::numbers);
    }

    /// The highest number of each shard.
    public static List<Long> highest(List<CopyNumbers> numbers) {
        return numbers.stream().map(CopyNumbers::maxSeqNo).toList();
    }

    /// The history of each shard.
    static List<String> histories(List<CopyNumbers> numbers) {
        return numbers.stream().map(one -> one.identity().historyUuid()).toList();
    }

    /// Whether a shard has a lower number than it had before: it has lost what it held.
    public static boolean haveFallen(List<Long> before, List<Long> now) {
        return IntStream.range(0, Math.min(before.size(), now.size()))
                .anyMatch(shard -> now.get(shard) < before.get(shard));
    }

    /// Whether both are of the same copies' histories and terms, and nothing was written between them.
    public static boolean same(List<CopyNumbers> before, List<CopyNumbers> after) {
        return IntStream.range(0, before.size())
                .allMatch(shard -> before.get(shard).isUnwrittenIn(after.get(shard)));
    }
}
