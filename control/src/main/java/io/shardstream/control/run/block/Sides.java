package io.shardstream.control.run.block;

import io.shardstream.common.contract.record.OwnBlock;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.contract.record.Side;
import io.shardstream.common.contract.record.SourceCopy;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.loop.Sleeper;
import io.shardstream.common.shard.NotPrimaryException;
import io.shardstream.control.compare.scan.ScannedShard;
import io.shardstream.control.index.cluster.Alias;
import io.shardstream.control.index.cluster.AliasChange;
import io.shardstream.control.index.cluster.ClusterSwitch;
import io.shardstream.control.index.cluster.Clusters;
import io.shardstream.control.index.cluster.FoundIndex;
import io.shardstream.control.index.cluster.GivenUpException;
import io.shardstream.control.index.cluster.ProductionAliases;
import io.shardstream.control.index.cluster.RunAliases;
import io.shardstream.control.index.cluster.ShardReach;
import io.shardstream.control.index.cluster.TargetPosition;
import io.shardstream.control.run.equality.FinalNumbers;
import io.shardstream.control.state.controller.ControllerEpoch;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Both indices of a run and the moves between places; a move to where they are changes nothing.
public final class Sides {
    private final RunPlan plan;
    private final ControllerEpoch term;
    private final RunAliases names;
    private final ClusterSwitch source;
    private final ClusterSwitch target;
    private final Clusters clusters;
    private final Optional<SourceCopy> copy;
    private final NamedBlock sourceBlock;
    private final NamedBlock targetBlock;

    /// @param term of the controller that moves them
    public Sides(String run, ControllerEpoch term, ClusterSwitch source, ClusterSwitch target) {
        this(run, term, source, target, Optional.empty());
    }

    private Sides(
            String run, ControllerEpoch term, ClusterSwitch source, ClusterSwitch target, Optional<SourceCopy> copy) {
        this.plan = term.plan();
        this.copy = copy;
        this.term = term;
        this.names = new RunAliases(run, plan.writeAlias(), plan.id());
        this.source = source;
        this.target = target;
        this.clusters = new Clusters(term, source, target);
        this.sourceBlock = new NamedBlock(source, Side.SOURCE, sourceIndex(), names, term);
        this.targetBlock = new NamedBlock(target, Side.TARGET, plan.targetIndex(), names, term);
    }

    /// The same when the swap has deleted the source index, and this copy stands for it.
    Sides withCopy(SourceCopy instead) {
        return new Sides(names.run(), term, source, target, Optional.of(instead));
    }

    /// What stands for the source, if the swap has deleted it.
    public Optional<SourceCopy> copy() {
        return copy;
    }

    public ClusterSwitch source() {
        return source;
    }

    public ClusterSwitch target() {
        return target;
    }

    public Clusters clusters() {
        return clusters;
    }

    public NamedBlock sourceBlock() {
        return sourceBlock;
    }

    public NamedBlock targetBlock() {
        return targetBlock;
    }

    public RunAliases names() {
        return names;
    }

    /// What the run has in Kafka, in words.
    public String inKafka() {
        return new RunTopics(names.run()).described();
    }

    /// The index with what was copied: after a swap that has deleted it, its copy.
    public String sourceIndex() {
        return copy.map(SourceCopy::index).orElse(plan.sourceIndex());
    }

    public String sourceUuid() {
        return copy.map(SourceCopy::uuid).orElse(plan.sourceUuid());
    }

    /// By shard, the highest sequence number of [#sourceIndex()].
    ///
    /// @param shards of the source index itself
    /// @param watch told while shards are asked
    public List<Long> sourceNumbers(List<ScannedShard> shards, Sleeper watch)
            throws ElasticException, NotPrimaryException {
        return copy.isPresent()
                ? ShardReach.highest(source.reach(sourceIndex()))
                : FinalNumbers.highest(new FinalNumbers(shards).now(watch));
    }

    public String targetIndex() {
        return plan.targetIndex();
    }

    /// The source as its cluster holds it now, empty if no index is called so any more.
    public Optional<FoundIndex> foundSource() throws ElasticException {
        return FoundIndex.of(source, sourceIndex());
    }

    /// Whether this is the index that was copied, and no other one of its name.
    public boolean isSource(FoundIndex index) {
        return index.name().equals(sourceIndex()) && index.uuid().equals(sourceUuid());
    }

    /// The target as its cluster holds it now, empty if no index is called so any more.
    public Optional<FoundIndex> foundTarget() throws ElasticException {
        return FoundIndex.of(target, plan.targetIndex());
    }

    /// The aliases through which clients find the source.
    public List<Alias> productionOfSource() throws ElasticException {
        return RunAliases.production(source.aliases(sourceIndex()));
    }

    /// As the whole state of the cluster says, which has all aliases: one that is left out of an answer would
    /// be taken for gone. Of a target that was deleted [TargetPosition.Unmarked].
    public TargetPosition place() throws ElasticException {
        return foundTarget().map(found -> names.placeOf(found.aliases())).orElseGet(TargetPosition.Unmarked::new);
    }

    public boolean isFenced(String token) throws ElasticException {
        return place() instanceof TargetPosition.Fenced(String now) && now.equals(token);
    }

    /// Puts a token in the place of the write alias or of another token.
    ///
    /// @param mark what must be there
    /// @return false if it was not, and nothing was changed
    /// @throws ElasticException also if not every node has acknowledged it
    public boolean fence(String mark, String token) throws ElasticException {
        return move(mark, token);
    }

    /// Takes a token away and gives the write alias back.
    ///
    /// @return false if the token was not there, and nothing was changed
    public boolean unfence(String token) throws ElasticException {
        try {
            return move(token, names.write());
        } catch (ElasticException.Refused e) {
            requireGone(e);
            return false;
        }
    }

    /// Lets the target take the source's place, with these aliases of the source where both are in one
    /// cluster, and with aliases like them where they are not.
    ///
    /// In one cluster it also needs the name by which the source was blocked: where another run has blocked the
    /// source again since, clients may have written in between.
    ///
    /// @param aliases all that clients find the source through
    /// @param block the name by which the target is blocked, which must be there too; empty if it is not
    /// @return false if the token or one of these names was not there, and nothing was changed
    public boolean swap(String token, List<Alias> aliases, Optional<String> block) throws ElasticException {
        List<AliasChange> changes = new ArrayList<>();
        changes.add(new AliasChange.Remove(plan.targetIndex(), token));
        takeAway(block.isPresent() ? List.of(block.get()) : targetBlock().ownNames(), changes);
        boolean oneCluster = oneCluster();
        if (oneCluster) {
            changes.add(new AliasChange.Remove(plan.sourceIndex(), ownBlock()));
            changes.add(new AliasChange.Add(
                    plan.sourceIndex(), Alias.plain(sourceBlock().nextName())));
        }
        for (Alias alias : aliases) {
            if (oneCluster) {
                changes.add(new AliasChange.Remove(plan.sourceIndex(), alias.name()));
            }
            changes.add(new AliasChange.Add(plan.targetIndex(), alias));
        }
        changes.add(new AliasChange.Add(plan.targetIndex(), Alias.plain(names.live())));
        return target.change(changes);
    }

    /// @throws GivenUpException if another run has taken the source's block over
    private String ownBlock() throws ElasticException {
        List<String> ours = sourceBlock().ownNames();
        if (ours.size() != 1) {
            throw new GivenUpException("somebody else has taken over the write block of '" + plan.sourceIndex()
                    + "': the alias by which this run has set it is gone");
        }
        return ours.getFirst();
    }

    /// The same, but deletes the source index and makes its name another alias of the target. If the token is
    /// not there, the index stays.
    ///
    /// @param aliases all that clients find the source through
    /// @return false if the token was not there, and nothing was changed
    /// @throws GivenUpException if another run has taken the source's block over
    public boolean replace(String token, List<Alias> aliases) throws ElasticException {
        String _ = ownBlock();
        List<AliasChange> changes = new ArrayList<>();
        changes.add(new AliasChange.Remove(plan.targetIndex(), token));
        takeAway(targetBlock().ownNames(), changes);
        changes.add(new AliasChange.RemoveIndex(plan.sourceIndex()));
        aliases.forEach(alias -> changes.add(new AliasChange.Add(plan.targetIndex(), alias)));
        changes.add(new AliasChange.Add(plan.targetIndex(), nameAsAlias()));
        changes.add(new AliasChange.Add(plan.targetIndex(), Alias.plain(names.live())));
        return target.change(changes);
    }

    private Alias nameAsAlias() {
        return new Alias(plan.sourceIndex(), "{\"is_write_index\":true}");
    }

    /// Lets the source take its place back.
    ///
    /// @param block the name by which the target was blocked: a call that arrives when somebody has lifted the
    ///     block since finds it gone
    /// @param aliases of the target that it loses; in one cluster the source gets them
    /// @return whether it has
    public boolean swapBack(String block, List<Alias> aliases) throws ElasticException {
        List<AliasChange> changes = new ArrayList<>();
        changes.add(new AliasChange.Remove(plan.targetIndex(), names.live()));
        takeAway(List.of(block), changes);
        giveBack(aliases, sourceIndex(), changes);
        changes.add(new AliasChange.Add(plan.targetIndex(), Alias.plain(names.returned())));
        return target.change(changes) || place() instanceof TargetPosition.Returned;
    }

    /// Lets the source take its place back before anybody could write to the target, and lets writers write
    /// to that again.
    ///
    /// @param block the name by which the target was blocked
    /// @param aliases names of those that the swap has moved
    /// @return false if the mark of the swap or the block's name was not there, and nothing was changed
    /// @throws GivenUpException if the target has one of these and the user does not see it
    public boolean undoSwap(String block, List<String> aliases) throws ElasticException {
        List<AliasChange> changes = new ArrayList<>();
        changes.add(new AliasChange.Remove(plan.targetIndex(), names.live()));
        takeAway(List.of(block), changes);
        ProductionAliases now = productionOfTarget();
        now.requireSeen("the user of the target", plan.targetIndex(), aliases);
        List<Alias> moved = now.seen().stream()
                .filter(alias -> aliases.contains(alias.name()))
                .toList();
        giveBack(moved, plan.sourceIndex(), changes);
        changes.add(new AliasChange.Add(plan.targetIndex(), Alias.plain(names.write())));
        return target.change(changes);
    }

    /// In another cluster the source has kept them.
    private void giveBack(List<Alias> aliases, String index, List<AliasChange> changes) throws ElasticException {
        boolean oneCluster = oneCluster();
        for (Alias alias : aliases) {
            changes.add(new AliasChange.Remove(plan.targetIndex(), alias.name()));
            if (oneCluster) {
                changes.add(new AliasChange.Add(index, alias));
            }
        }
    }

    public ProductionAliases productionOfTarget() throws ElasticException {
        return ProductionAliases.of(target, plan.targetIndex());
    }

    /// Renames the target's block, whose names must be there: a late call through them then changes nothing.
    private void takeAway(List<String> blocks, List<AliasChange> changes) {
        blocks.forEach(block -> changes.add(new AliasChange.Remove(plan.targetIndex(), block)));
        if (!blocks.isEmpty()) {
            Alias next = Alias.plain(targetBlock().nextName());
            changes.add(new AliasChange.Add(plan.targetIndex(), next));
        }
    }

    /// Takes an alias of the run away for good.
    public void drop(String alias) throws ElasticException {
        unlessGone(() -> {
            boolean _ = target.change(List.of(new AliasChange.Remove(plan.targetIndex(), alias)));
        });
    }

    /// Whether this run was the last one that set or lifted the target's write block; false if it was deleted.
    boolean isLastToBlockTarget() throws ElasticException {
        return foundTarget()
                .filter(found -> names.isLastToBlock(found.aliases()))
                .isPresent();
    }

    /// Whether the target has a write block; false if it was deleted.
    public boolean isTargetBlocked() throws ElasticException {
        try {
            return targetBlock().now().isThere();
        } catch (ElasticException e) {
            requireGone(e);
            return false;
        }
    }

    /// Lifts the target's write block if it is the run's own.
    ///
    /// @return false if it must be tried again
    public boolean unblockTarget() throws ElasticException {
        return lift(targetBlock(), target, plan.targetIndex());
    }

    /// Lifts the source's write block if it is the run's own.
    ///
    /// @return empty if it must be tried again
    public Optional<Freed> freeSource() throws ElasticException {
        if (sourceBlock().own().isEmpty()) {
            return Optional.of(Freed.UNTOUCHED);
        }
        if (!lift(sourceBlock(), source, sourceIndex())) {
            return Optional.empty();
        }
        try {
            return Optional.of(Freed.seen(this));
        } catch (ElasticException e) {
            requireSourceGone(e);
            return Optional.of(Freed.GONE);
        }
    }

    /// @throws ElasticException this one, unless it is what is said of an index that is not there, and the
    ///     cluster is certain
    public void requireSourceGone(ElasticException failure) throws ElasticException {
        requireGone(failure, source, sourceIndex());
    }

    /// What was deleted needs no lifting.
    private boolean lift(NamedBlock block, ClusterSwitch cluster, String index) throws ElasticException {
        try {
            return block.lift();
        } catch (ElasticException e) {
            requireGone(e, cluster, index);
            block.own().ifPresent(own -> term.write(OwnBlock.key(own.side()), null));
            return true;
        }
    }

    /// Sets one setting of the target, null to its default.
    void set(String setting, @Nullable String value) throws ElasticException {
        unlessGone(() -> target.set(plan.targetIndex(), setting, value));
    }

    /// A change of the target that is not needed when it was deleted.
    interface Change {
        void make() throws ElasticException;
    }

    /// Makes a change in the target, unless it is certain that there is none any more.
    void unlessTargetGone(Change change) throws ElasticException {
        try {
            change.make();
        } catch (ElasticException e) {
            requireGone(e);
        }
    }

    /// In a target that was deleted there is nothing left to change.
    private void unlessGone(Change change) throws ElasticException {
        try {
            change.make();
        } catch (ElasticException.Refused e) {
            requireGone(e);
        }
    }

    private void requireGone(ElasticException failure) throws ElasticException {
        requireGone(failure, target, plan.targetIndex());
    }

    /// @throws ElasticException this one, unless it is what is said of an index that is not there, and the
    ///     cluster is certain
    private static void requireGone(ElasticException failure, ClusterSwitch cluster, String index)
            throws ElasticException {
        boolean mayBeGone = failure instanceof ElasticException.Malformed
                || (failure instanceof ElasticException.Refused refused && refused.status() == 404);
        if (!mayBeGone || !cluster.isGone(index)) {
            throw failure;
        }
    }

    public boolean oneCluster() throws ElasticException {
        return clusters.areOne();
    }

    private boolean move(String from, String to) throws ElasticException {
        return target.change(List.of(
                new AliasChange.Remove(plan.targetIndex(), from),
                new AliasChange.Add(plan.targetIndex(), Alias.plain(to))));
    }
}
