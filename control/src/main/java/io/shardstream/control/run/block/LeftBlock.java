package io.shardstream.control.run.block;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.shard.AliasKind;
import io.shardstream.control.index.cluster.ClusterSwitch;
import io.shardstream.control.index.cluster.FoundIndex;
import io.shardstream.control.index.cluster.RunAliases;
import java.util.Optional;
import java.util.Set;

/// A write block that a run has left on the index that production uses, as the servers alone say: for whoever
/// looks while Kafka does not answer, or beside what it says.
///
/// @param index whose writes are refused
/// @param alias through which the block can be lifted
/// @param end what brings it to an end
public record LeftBlock(String index, String alias, End end) {
    /// What brings a left block to an end.
    public enum End {
        /// A cut-over has blocked the source, and production is there.
        ABORT,
        /// A rollback has moved production back to the source, and has not lifted its block.
        ROLLBACK,
        /// Production is on the target, which a rollback or a cut-over has blocked.
        LIFT_TARGET
    }

    /// What the aliases of the target say of a run.
    private record Marks(String run, Set<String> names) {
        boolean isLive() {
            return names.contains(AliasKind.LIVE.of(run));
        }

        boolean isReturned() {
            return names.contains(AliasKind.RETURNED.of(run));
        }

        /// Whether the run writes to it, or a cut-over is under way.
        boolean isBeforeSwap() {
            return names.contains(AliasKind.PREFIX + run)
                    || names.stream()
                            .anyMatch(name -> name.startsWith(AliasKind.WRITE.of(run))
                                    || name.startsWith(AliasKind.SWAP.of(run)));
        }

        /// As after a release.
        boolean areNone() {
            return !isLive() && !isReturned() && !isBeforeSwap();
        }

        boolean hasAllOf(Set<String> aliases) {
            return aliases.stream().filter(RunAliases::isOfProduction).allMatch(names::contains);
        }
    }

    /// Empty if production can write, or the block is not of this run. The source stays blocked on purpose when
    /// production has left it, also after a release, and the target when production has gone back.
    ///
    /// @param run the run's name
    public static Optional<LeftBlock> find(
            String run, ClusterSwitch source, String sourceIndex, ClusterSwitch target, String targetIndex)
            throws ElasticException {
        Optional<FoundIndex> there = found(target, targetIndex);
        Marks marks = new Marks(run, there.map(FoundIndex::aliases).orElse(Set.of()));
        Optional<LeftBlock> ofTarget = there.isPresent() && (marks.isLive() || marks.areNone())
                ? on(target, there.get(), run, End.LIFT_TARGET)
                : Optional.empty();
        if (ofTarget.isPresent() || marks.isLive()) {
            return ofTarget;
        }
        Optional<FoundIndex> from = found(source, sourceIndex);
        if (from.isEmpty() || hasLeft(from.get(), there, marks)) {
            return Optional.empty();
        }
        return on(source, from.get(), run, marks.isReturned() ? End.ROLLBACK : End.ABORT);
    }

    /// Whether production has left the source for good, which a target without marks may have taken over.
    private static boolean hasLeft(FoundIndex source, Optional<FoundIndex> target, Marks marks) {
        return target.isPresent() && marks.areNone() && marks.hasAllOf(source.aliases());
    }

    private static Optional<FoundIndex> found(ClusterSwitch cluster, String index) throws ElasticException {
        return cluster.find(index).stream()
                .filter(one -> one.name().equals(index))
                .findFirst();
    }

    private static Optional<LeftBlock> on(ClusterSwitch cluster, FoundIndex index, String run, End end)
            throws ElasticException {
        Optional<String> alias = index.aliases().stream()
                .filter(name -> name.startsWith(AliasKind.BLOCK.of(run)))
                .findFirst();
        return alias.isPresent() && cluster.writeBlock(index.name()).isThere()
                ? Optional.of(new LeftBlock(index.name(), alias.get(), end))
                : Optional.empty();
    }
}
