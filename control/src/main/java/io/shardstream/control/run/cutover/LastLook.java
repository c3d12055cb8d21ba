package io.shardstream.control.run.cutover;

import io.shardstream.common.contract.record.CutoverNotes;
import io.shardstream.common.contract.record.Request;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.loop.Sleeper;
import io.shardstream.common.shard.NotPrimaryException;
import io.shardstream.control.index.cluster.Alias;
import io.shardstream.control.index.cluster.FoundIndex;
import io.shardstream.control.index.cluster.GivenUpException;
import io.shardstream.control.index.cluster.ProductionAliases;
import io.shardstream.control.index.cluster.WriteBlock;
import io.shardstream.control.index.difference.NoticedDifference;
import io.shardstream.control.run.block.Begun;
import io.shardstream.control.run.block.CutoverContext;
import io.shardstream.control.run.block.Sides;
import io.shardstream.control.run.condition.BlockConditions;
import io.shardstream.control.run.condition.ComparedDefinitions;
import io.shardstream.control.run.condition.DifferenceConsent;
import io.shardstream.control.run.condition.GroupAliases;
import io.shardstream.control.run.condition.MovedSourceAliases;
import io.shardstream.control.run.condition.OtherRuns;
import io.shardstream.control.run.condition.PolicyDifferences;
import io.shardstream.control.run.condition.RoutedAliases;
import io.shardstream.control.run.condition.TakenNames;
import io.shardstream.control.run.condition.TargetAliases;
import io.shardstream.control.run.condition.TargetConduct;
import io.shardstream.control.state.controller.ControllerEpoch;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// What must hold when the swap is sent. If the swap deletes the source, nobody can look afterwards.
final class LastLook {
    static final String NOT_ONE_CLUSTER = "source and target are different clusters, so the name of the source index"
            + " cannot become an alias of the target: set cutover.replace-index to false";

    private static final int MOST_ASKED = 10;

    private final CutoverContext around;
    private final Sides sides;
    private final ControllerEpoch term;
    private final Sleeper watch;
    private final List<Alias> seen;

    /// @param begun whose steps are told while shards are asked
    LastLook(CutoverContext around, Sides sides, ControllerEpoch term, Begun begun) {
        this.around = around;
        this.sides = sides;
        this.term = term;
        this.watch = begun.steps().sleeper();
        this.seen = begun.seen();
    }

    /// The source must be the index that was copied, and its name one that the target can get.
    ///
    /// Another run may have begun to copy it since the conditions were checked.
    void requireReplaceable(Request cutover) throws ElasticException {
        if (!sides.oneCluster()) {
            throw new GivenUpException(NOT_ONE_CLUSTER);
        }
        requireSame();
        DifferenceConsent consent = DifferenceConsent.of(cutover);
        List<NoticedDifference> unaccepted = consent.unaccepted(
                OtherRuns.soon(sides, around.runs(), consent.names()).noticed());
        if (!unaccepted.isEmpty()) {
            throw new GivenUpException(DifferenceConsent.refusal(unaccepted));
        }
    }

    /// Neither an index of the same name that somebody has made since is deleted, nor one that clients may
    /// have written to. Right before the call that deletes it, and the block is looked at last: whoever lifts
    /// it afterwards has no time to write.
    private void requireAtRest(CutoverNotes notes) throws ElasticException, NotPrimaryException {
        requireSame();
        boolean isUnwritten = sides.sourceNumbers(around.sourceShards(), watch).equals(notes.source());
        if (!isUnwritten || sides.sourceBlock().now() != WriteBlock.WHOLE) {
            throw new GivenUpException("'" + sides.sourceIndex()
                    + "' was opened for writes or written to since it was compared, so it is not deleted");
        }
    }

    /// What was seen before is to be so still.
    ///
    /// @param aliases those that the swap moves
    /// @return false if the source has other ones now, or one of them has another filter or routing, and must
    ///     be looked at again
    boolean holdsStill(List<Alias> aliases, CutoverNotes notes, boolean isDeleted)
            throws ElasticException, NotPrimaryException {
        new BlockConditions(sides).requireOpenTarget();
        if (!Set.copyOf(sides.productionOfSource()).equals(Set.copyOf(aliases))) {
            return false;
        }
        if (isDeleted) {
            requireAtRest(notes);
        }
        return true;
    }

    private void requireSame() throws ElasticException {
        if (!new SourceNow(sides).isThere()) {
            throw new GivenUpException("'" + sides.sourceIndex() + "' is not the index that this run copied");
        }
    }

    /// What somebody may have changed since the cut-over began, right before production moves.
    ///
    /// @param now the aliases that clients find the source through
    void requireMovable(List<Alias> now, CutoverNotes notes) throws ElasticException {
        requireProduction(now, notes);
        requireAlike(now, notes.request());
    }

    /// What somebody has changed of settings, mapping or aliases of either side since the conditions were
    /// checked, production would meet after the swap. What the conditions have let through, by consent or by
    /// force, is let through again.
    private void requireAlike(List<Alias> production, Request cutover) throws ElasticException {
        ComparedDefinitions now = ComparedDefinitions.now(sides).withoutLevels();
        List<NoticedDifference> noticed =
                new ArrayList<>(now.noticed(around.settings().intended()));
        noticed.addAll(PolicyDifferences.of(
                sides,
                now.source().settings(),
                now.target().settings(),
                around.settings().intended()));
        noticed.addAll(TargetAliases.alone(sides, production));
        noticed.addAll(routed(production));
        if (!sides.oneCluster()) {
            noticed.addAll(
                    GroupAliases.leftBehind(first(production), sides.source(), sides.sourceIndex(), sides.target()));
        }
        List<NoticedDifference> unaccepted = DifferenceConsent.of(cutover).unaccepted(noticed);
        if (!unaccepted.isEmpty()) {
            throw new GivenUpException(DifferenceConsent.refusal(unaccepted));
        }
        if (!cutover.has(Beginning.FORCE)) {
            List<String> problems = new ArrayList<>(TargetConduct.problems(
                    sides.targetIndex(),
                    sides.source().settings(sides.sourceIndex()),
                    sides.target().settings(sides.targetIndex()),
                    around.settings().intended()));
            problems.addAll(takenNames(production));
            if (!problems.isEmpty()) {
                throw new GivenUpException(String.join("; ", problems));
            }
        }
    }

    /// In one cluster the aliases move from the source.
    private List<String> takenNames(List<Alias> production) throws ElasticException {
        return sides.oneCluster()
                ? List.of()
                : new TakenNames(sides.target(), sides.targetIndex())
                        .among(first(production)).stream()
                                .map(TakenNames.Taken::sentence)
                                .toList();
    }

    /// Production waits for each of them to be asked about, and nobody changes many in a moment.
    private static List<Alias> first(List<Alias> aliases) {
        return aliases.subList(0, Math.min(aliases.size(), MOST_ASKED));
    }

    /// Those that were not looked at before the block as they are now.
    private List<Alias> changed(List<Alias> production) {
        return first(production.stream().filter(alias -> !seen.contains(alias)).toList());
    }

    private List<NoticedDifference> routed(List<Alias> production) throws ElasticException {
        List<Alias> routed = RoutedAliases.with(changed(production));
        return routed.isEmpty()
                ? List.of()
                : RoutedAliases.of(
                        sides.source(),
                        sides.sourceIndex(),
                        routed,
                        sides.source().placing(sides.sourceIndex()),
                        sides.target().placing(sides.targetIndex()));
    }

    /// A rollback of the run before, or people, may have moved production elsewhere since the cut-over began,
    /// or rolled an alias over.
    ///
    /// @param now the aliases that clients find the source through
    /// @throws GivenUpException also if the source has one that the user does not see, and that the swap
    ///     would leave
    private void requireProduction(List<Alias> now, CutoverNotes notes) throws ElasticException {
        String index = sides.sourceIndex();
        List<Alias> _ = ProductionAliases.of(sides.source(), index).all("the user of the source", index);
        List<String> before = notes.aliases().orElse(List.of()).stream()
                .filter(name -> !name.equals(sides.sourceIndex()))
                .toList();
        if (now.isEmpty() && !before.isEmpty()) {
            throw new GivenUpException("'" + sides.sourceIndex() + "' had " + FoundIndex.quoted(before)
                    + " when the cut-over began, and has no alias now: production is not there any more");
        }
        List<String> here = now.stream().map(Alias::name).toList();
        List<NoticedDifference> moved = DifferenceConsent.of(notes.request())
                .unaccepted(MovedSourceAliases.sinceCutover(before, term).now(sides, here));
        if (!moved.isEmpty()) {
            throw new GivenUpException(DifferenceConsent.refusal(moved));
        }
    }
}
