package io.shardstream.control.run.equality;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.loop.Sleeper;
import io.shardstream.common.shard.CopyNumbers;
import io.shardstream.common.shard.NotPrimaryException;
import java.util.List;
import java.util.Optional;

/// Tells whether source and target are still as they were at one moment. Every write takes a sequence number,
/// and what a fail-over takes back shows in the term: an index whose primaries have the numbers, terms and
/// histories that they had holds what it held.
final class Standstill {
    private final int sourceShards;
    private final FinalNumbers target;
    private final FinalNumbers both;
    private Optional<Moment> begun = Optional.empty();
    private Optional<Moment> kept = Optional.empty();

    Standstill(FinalNumbers source, FinalNumbers target) {
        this.sourceShards = source.size();
        this.target = target;
        this.both = source.and(target);
    }

    /// Settled numbers of both sides, by shard.
    record Moment(List<CopyNumbers> source, List<CopyNumbers> target) {}

    /// Takes this moment, unless a write is under way: one that has its number and is not there yet could not
    /// be told from one that is.
    void begin(Sleeper watch) {
        begun = now(watch);
    }

    /// The moment that was taken last.
    Optional<Moment> begun() {
        return begun;
    }

    /// Has the target settle what is not on all of its copies yet, so that a moment can be taken.
    void settleTarget(Sleeper watch) throws ElasticException, NotPrimaryException {
        target.settle(watch);
    }

    /// Keeps the moment that was taken last: what was done since is of it.
    void keep() {
        kept = begun;
    }

    /// Those of each target shard at the moment that was kept.
    Optional<List<CopyNumbers>> targetNumbers() {
        return kept.map(Moment::target);
    }

    void forget() {
        begun = Optional.empty();
        kept = Optional.empty();
    }

    /// Whether nothing was written to either side since the moment that was kept; false if that is not known.
    boolean lasts(Sleeper watch) {
        return lastsSince(kept, watch);
    }

    /// Whether nothing was written to either side since the moment that was taken last.
    boolean lastsSinceBegun(Sleeper watch) {
        return lastsSince(begun, watch);
    }

    private boolean lastsSince(Optional<Moment> moment, Sleeper watch) {
        return moment.isPresent()
                && now(watch)
                        .filter(now -> FinalNumbers.same(moment.get().source(), now.source())
                                && FinalNumbers.same(moment.get().target(), now.target()))
                        .isPresent();
    }

    private Optional<Moment> now(Sleeper watch) {
        try {
            return both.settled(watch)
                    .map(all -> new Moment(all.subList(0, sourceShards), all.subList(sourceShards, all.size())));
        } catch (ElasticException | NotPrimaryException e) {
            return Optional.empty();
        }
    }
}
