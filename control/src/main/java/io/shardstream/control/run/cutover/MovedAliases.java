package io.shardstream.control.run.cutover;

import io.shardstream.common.contract.record.Agreed;
import io.shardstream.common.contract.record.CutoverNotes;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.record.SourceAliases;
import io.shardstream.common.contract.record.SourceCopy;
import io.shardstream.common.contract.record.Step;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.control.index.cluster.ClusterSwitch;
import io.shardstream.control.index.cluster.FoundIndex;
import io.shardstream.control.index.cluster.OtherWriteIndex;
import io.shardstream.control.index.cluster.RunAliases;
import io.shardstream.control.index.cluster.TargetPosition;
import io.shardstream.control.run.block.SourceCopies;
import io.shardstream.control.run.block.UndeletedSource;
import io.shardstream.control.state.finding.Finding;
import io.shardstream.control.state.finding.FindingCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Aliases of production that somebody has moved by hand. While a run copies, what clients write through them
/// is not read. Since the cut-over of one that was not released or rolled back, applications that keep their
/// aliases by themselves put them back on the index that they know: searches then find what is old without a
/// word, and writes are refused.
public final class MovedAliases {
    private MovedAliases() {}

    /// Nothing of a run whose cut-over is not done, or that was released, unless the target is as it was
    /// before the swap.
    ///
    /// @param target its cluster
    public static List<Finding> of(String run, ControlRecords said, ClusterSwitch target) throws ElasticException {
        Optional<RunPlan> plan = said.plan();
        Optional<CutoverNotes> noted = said.of(CutoverNotes.KEY, CutoverNotes::decode);
        if (!said.completed() || plan.isEmpty() || noted.isEmpty()) {
            return List.of();
        }
        RunPlan planned = plan.get();
        CutoverNotes notes = isOneCluster(said) ? UndeletedSource.notes(target, planned, noted.get()) : noted.get();
        List<String> moved = notes.aliases().orElse(List.of());
        Optional<SourceCopy> copy =
                SourceCopies.instead(said.all(SourceCopy.KEY_PREFIX, SourceCopy::decode), planned, notes);
        String source = copy.map(SourceCopy::index).orElseGet(planned::sourceIndex);
        Optional<FoundIndex> found = FoundIndex.of(target, planned.targetIndex(), planned.targetUuid());
        if (found.isEmpty()) {
            return List.of();
        }
        TargetPosition place = names(run, planned).placeOf(found.get().aliases());
        boolean isReleased = Release.hasMarked(said.all(Step.KEY_PREFIX, Step::decode));
        // Another index of its name may be production's, as of a later run.
        Optional<FoundIndex> sourceNow = isOneCluster(said)
                ? FoundIndex.of(target, source, copy.map(SourceCopy::uuid).orElseGet(planned::sourceUuid))
                : Optional.empty();
        if (ForgottenCutover.isSo(place, isReleased)) {
            boolean isBack = areOnSource(moved, sourceNow, found.get());
            return forgotten(new ForgottenCutover(
                    source, planned.targetIndex(), moved, isBack, ForgottenCutover.isWritable(place), isReleased));
        }
        if (!(place instanceof TargetPosition.Live)) {
            return List.of();
        }
        List<Finding> findings = new ArrayList<>();
        for (String alias : moved) {
            List<String> indices =
                    target.find(alias).stream().map(FoundIndex::name).sorted().toList();
            finding(alias, indices, sourceNow.map(FoundIndex::name), planned.targetIndex())
                    .ifPresent(findings::add);
        }
        return List.copyOf(findings);
    }

    /// @param source empty if another index has its name, or it is in another cluster
    private static boolean areOnSource(List<String> moved, Optional<FoundIndex> source, FoundIndex found) {
        Set<String> there = source.map(FoundIndex::aliases).orElse(Set.of());
        return !moved.isEmpty() && there.containsAll(moved) && moved.stream().noneMatch(found.aliases()::contains);
    }

    /// Where somebody has only taken the mark away, production may go on as the cut-over has left it.
    private static List<Finding> forgotten(ForgottenCutover found) {
        return found.isBack() || found.isWritable()
                ? List.of(Finding.blocks(
                        FindingCode.ALIAS_MOVED_AWAY,
                        "Production is not known to be on '" + found.target() + "': " + found.what(),
                        found.wayOut()))
                : List.of();
    }

    /// While a run copies: those that the source had, and that lead elsewhere now, or let clients write to
    /// another index, as after a rollover.
    ///
    /// @param source its cluster
    public static List<Finding> whileCopying(ControlRecords said, ClusterSwitch source) throws ElasticException {
        Optional<RunPlan> plan = said.plan();
        List<String> had = names(said, SourceAliases.KEY);
        List<String> writing = names(said, SourceAliases.KEY_OF_WRITES);
        if (plan.isEmpty()) {
            return List.of();
        }
        String index = plan.get().sourceIndex();
        Optional<String> target = isOneCluster(said) ? Optional.of(plan.get().targetIndex()) : Optional.empty();
        List<Finding> findings = new ArrayList<>();
        for (String alias : had) {
            List<String> indices =
                    source.find(alias).stream().map(FoundIndex::name).sorted().toList();
            if (!indices.isEmpty() && !indices.contains(index)) {
                findings.add(whileCopying(
                        alias,
                        ", which source index '" + index + "' had, is on " + FoundIndex.quoted(indices) + " now",
                        index,
                        target.filter(indices::contains)));
            } else if (indices.size() > 1 && writing.contains(alias)) {
                OtherWriteIndex.of(source, alias, name -> !name.equals(index))
                        .map(other -> whileCopying(
                                alias,
                                ", through which clients could write to source index '" + index + "', writes to '"
                                        + other + "' now",
                                index,
                                target.filter(other::equals)))
                        .ifPresent(findings::add);
            }
        }
        return List.copyOf(findings);
    }

    private static List<String> names(ControlRecords said, String key) {
        return said.of(key, SourceAliases::decode).map(SourceAliases::names).orElse(List.of());
    }

    /// @param how where it leads now, as a part of a sentence
    /// @param target the run's target, where that is what clients write to
    private static Finding whileCopying(String alias, String how, String source, Optional<String> target) {
        String what =
                "Production's alias '" + alias + "'" + how + ": what clients write through it is not in the source";
        return target.isPresent()
                ? Finding.blocks(
                        FindingCode.ALIAS_MOVED_AWAY,
                        what + ", and the run may overwrite or delete it.",
                        "Move it back to '" + source
                                + "' (POST /_aliases), and let 'cutover' move it when both are equal. Look which"
                                + " documents clients have written to '" + target.get() + "' since, and write them to '"
                                + source + "'.")
                : Finding.warns(
                        FindingCode.ALIAS_MOVED_AWAY,
                        what + ".",
                        "Give it back to '" + source
                                + "', or begin a run with the index that has it as its source: the cut-over asks for"
                                + " consent by name.");
    }

    /// Whether the target serves production by the mark of this run's cut-over, which a release takes away.
    ///
    /// @param target its cluster
    public static boolean isServing(String run, RunPlan plan, ClusterSwitch target) throws ElasticException {
        RunAliases names = names(run, plan);
        return FoundIndex.of(target, plan.targetIndex(), plan.targetUuid())
                .filter(found -> names.placeOf(found.aliases()) instanceof TargetPosition.Live)
                .isPresent();
    }

    private static RunAliases names(String run, RunPlan plan) {
        return new RunAliases(run, plan.writeAlias(), plan.id());
    }

    /// In another cluster than the source's, an index of its name is another one.
    private static boolean isOneCluster(ControlRecords said) {
        return said.of(Agreed.KEY, Agreed::decode)
                .filter(agreed -> !agreed.sourceCluster().equals(agreed.targetCluster()))
                .isEmpty();
    }

    /// @param source where it is in the target's cluster
    private static Optional<Finding> finding(
            String alias, List<String> indices, Optional<String> source, String target) {
        boolean isOnTarget = indices.contains(target);
        boolean isOnSource = source.filter(indices::contains).isPresent();
        if (isOnTarget && !isOnSource) {
            return Optional.empty();
        }
        String what = "Production's alias '" + alias + "', which the cut-over has moved to '" + target + "', is on ";
        return Optional.of(
                isOnSource || indices.isEmpty()
                        ? Finding.blocks(
                                FindingCode.ALIAS_MOVED_AWAY,
                                what + (indices.isEmpty() ? "no index" : FoundIndex.quoted(indices)) + " now.",
                                "Find out who moved it, and move it back to '" + target
                                        + "' alone (POST /_aliases). Where it is to stay there, 'rollback' tells what"
                                        + " to do with '"
                                        + target
                                        + "'.")
                        : Finding.warns(
                                FindingCode.ALIAS_MOVED_AWAY,
                                what + FoundIndex.quoted(indices) + " now.",
                                "Where production has gone on from '" + target + "', 'release' ends the run."));
    }
}
