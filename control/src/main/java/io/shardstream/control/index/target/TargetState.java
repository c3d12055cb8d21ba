package io.shardstream.control.index.target;

import io.shardstream.common.contract.record.TargetHistories;
import io.shardstream.common.contract.record.TargetShape;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.loop.BlockedException;
import io.shardstream.common.shard.CopyNumbers;
import io.shardstream.common.shard.RunningPrimaries;
import io.shardstream.common.shard.TargetOwner;
import io.shardstream.control.index.IndexCatalog;
import io.shardstream.control.index.IndexDescription;
import io.shardstream.control.index.PlannedIndex;
import io.shardstream.control.index.source.SourceRules;
import io.shardstream.control.state.finding.RunRefusedException;
import java.util.Optional;
import java.util.stream.Stream;

/// A target as it is at one moment.
///
/// @param problem the sentence that says why it may not keep documents as the run sends them; empty if it does
/// @param refusal the sentence that says why it takes no writes of the run, which makes no document wrong
/// @param shape of its mapping
/// @param histories of its shards, as far as they were asked for
/// @param numbers of its shards, likewise
/// @param primaries of its shards, likewise
public record TargetState(
        Optional<String> problem,
        Optional<String> refusal,
        TargetShape shape,
        TargetHistories histories,
        TargetNumbers numbers,
        RunningPrimaries primaries) {
    /// One that takes writes, of which it is not known where its primaries run.
    public TargetState(Optional<String> problem, TargetShape shape, TargetHistories histories, TargetNumbers numbers) {
        this(problem, Optional.empty(), shape, histories, numbers, RunningPrimaries.NONE);
    }

    /// One of which it is not known how far its shards are.
    public TargetState(Optional<String> problem, TargetShape shape, TargetHistories histories) {
        this(problem, shape, histories, TargetNumbers.NONE);
    }

    /// The index of exactly this name, empty if there is none. Does not ask for histories. That another run
    /// owns the index, too, is a problem.
    ///
    /// @param owner the run that it should belong to alone
    /// @throws RunRefusedException if the name is that of something else, or the index is closed
    public static Optional<TargetState> find(IndexCatalog target, String index, TargetOwner owner)
            throws ElasticException {
        Optional<IndexDescription> found = target.find(index);
        return found.isEmpty()
                ? Optional.empty()
                : Optional.of(of(target, found.get())
                        .and(owner.rival(index, found.get().aliases()))
                        .refusing(SharedWriteAlias.problem(target, index, owner.writeAlias())));
    }

    /// The same with the histories and numbers of its shards. To go on with another index of the name would
    /// be wrong, whoever accepts what.
    ///
    /// @throws RunRefusedException if the name is that of something else, or the index is closed
    /// @throws BlockedException if the index was deleted and made again
    public static Optional<TargetState> findWithHistories(
            ElasticCluster target, PlannedIndex planned, TargetOwner owner) throws ElasticException {
        String index = planned.name();
        IndexCatalog catalog = new IndexCatalog(target);
        Optional<IndexDescription> found = catalog.find(index);
        if (found.isEmpty()) {
            return Optional.empty();
        }
        planned.replaced(found.get()).ifPresent(lost -> {
            throw new BlockedException(lost.sentence());
        });
        TargetState state = of(catalog, found.get())
                .and(owner.rival(index, found.get().aliases()))
                .refusing(SharedWriteAlias.problem(catalog, index, owner.writeAlias()));
        ShardHistories histories =
                ShardHistories.read(target, index, found.get().shards());
        return Optional.of(new TargetState(
                state.problem,
                state.refusal,
                state.shape,
                histories.uuids(),
                histories.numbers(),
                RunningPrimaries.read(target, index)));
    }

    /// The same, with a shard's history and numbers by the word of one of its copies.
    ///
    /// @param copy what that said; empty if nothing is known of the shard
    public TargetState toldBy(int shard, Optional<CopyNumbers> copy) {
        return new TargetState(
                problem,
                refusal,
                shape,
                histories.with(
                        shard, copy.map(told -> told.identity().historyUuid()).orElse("")),
                copy.map(told -> numbers.with(shard, told.globalCheckpoint(), told.maxSeqNo()))
                        .orElseGet(() -> numbers.without(shard)),
                copy.map(told -> primaries.with(shard, told.identity())).orElseGet(() -> primaries.without(shard)));
    }

    private TargetState and(Optional<String> another) {
        Optional<String> all =
                Stream.concat(problem.stream(), another.stream()).reduce((one, next) -> one + " " + next);
        return new TargetState(all, refusal, shape, histories, numbers, primaries);
    }

    private TargetState refusing(Optional<String> sentence) {
        return new TargetState(problem, sentence, shape, histories, numbers, primaries);
    }

    /// The same of an index that was described, whoever owns it.
    public static TargetState of(IndexCatalog target, IndexDescription index) throws ElasticException {
        String pipeline = index.setting("index.final_pipeline");
        Optional<String> problem = pipeline != null && !pipeline.equals("_none")
                ? Optional.of("Target index '" + index.name() + "' has the final pipeline '" + pipeline
                        + "', which would change every document: take it away for the time of the run.")
                : SourceRules.problemOfTarget(index, target.effectiveSettings(index.name()));
        return new TargetState(problem, MappingShape.of(index.mappings()), TargetHistories.NONE);
    }
}
