package io.shardstream.control.run.condition;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.loop.Sleeper;
import io.shardstream.common.shard.CopyNumbers;
import io.shardstream.common.shard.NotPrimaryException;
import io.shardstream.common.shard.TargetOwner;
import io.shardstream.control.compare.scan.EachShard;
import io.shardstream.control.compare.scan.ScannedShard;
import io.shardstream.control.index.cluster.Alias;
import io.shardstream.control.index.cluster.Anchor;
import io.shardstream.control.index.cluster.AnchorTrial;
import io.shardstream.control.index.cluster.FoundIndex;
import io.shardstream.control.index.cluster.IndexHealth;
import io.shardstream.control.index.cluster.WriteBlock;
import io.shardstream.control.index.difference.Intended;
import io.shardstream.control.index.target.TargetReplicas;
import io.shardstream.control.run.block.Settings;
import io.shardstream.control.run.block.Sides;
import io.shardstream.control.run.block.UntoldBlock;
import io.shardstream.control.run.equality.FinalNumbers;
import io.shardstream.control.state.RunState;
import io.shardstream.control.state.lanes.Workers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What must hold before production is touched, each with the sentence that says why it does not.
public final class CutoverConditions {
    public static final String PAUSED = "the run is paused: 'resume' lets it go on";

    private static final Logger LOG = LoggerFactory.getLogger(CutoverConditions.class);

    private final Sides sides;
    private final List<ScannedShard> source;
    private final List<ScannedShard> target;
    private final long maxLag;
    private final TargetReplicas replicas;
    private final Intended intended;
    private final Sleeper watch;

    /// @param settings what the run file says
    /// @param watch told while shards are asked
    public CutoverConditions(
            Sides sides, List<ScannedShard> source, List<ScannedShard> target, Settings settings, Sleeper watch) {
        this.sides = sides;
        this.source = source;
        this.target = target;
        this.maxLag = settings.maxLag();
        this.replicas = settings.replicas();
        this.intended = settings.intended();
        this.watch = watch;
    }

    /// What speaks against it and can be forced, empty if nothing does.
    public List<String> problems(RunState state) throws ElasticException, NotPrimaryException {
        List<String> problems = new ArrayList<>();
        aboutMoves(sides.sourceIndex(), source, problems);
        aboutLag(state, problems);
        if (sides.sourceBlock().now().isThere() && sides.sourceBlock().untold().isEmpty()) {
            problems.add("index '" + sides.sourceIndex() + "' has a write block already, which " + whoseSourceBlock());
        }
        aboutTarget(problems);
        takenNames().stream()
                .filter(taken -> !taken.isRefused())
                .map(TakenNames.Taken::sentence)
                .forEach(problems::add);
        return problems;
    }

    private String whoseSourceBlock() throws ElasticException {
        if (sides.sourceBlock().isOurs()) {
            return "an earlier cut-over of this run has left and which could not be lifted yet: 'abort' lifts it";
        }
        // Asked after the block was seen: its name is there before it.
        List<String> runs = sides.sourceBlock().otherRuns();
        return runs.isEmpty()
                ? "somebody else has set"
                : "run " + FoundIndex.quoted(runs)
                        + " has set: wait until that is cut over or rolled back, or abort it, first";
    }

    /// What no force helps against: under the block nobody would read or write what is left, the final
    /// comparison would never count, or a later step would be refused.
    ///
    /// @param deletesSource whether the swap deletes the source index
    /// @param anchors what the request has tried in the source's cluster
    public List<String> firm(ControlRecords records, Workers workers, boolean deletesSource, AnchorTrial anchors)
            throws ElasticException {
        List<String> problems = new ArrayList<>();
        if (records.pause().isPresent()) {
            problems.add(PAUSED);
        }
        records.blocked()
                .forEach(blocked -> problems.add((blocked.isOfProcess() ? "a " + blocked.part() : "the run")
                        + " waits for somebody to look: " + blocked.reason()));
        problems.addAll(workers.missing());
        aboutMovesOfTarget(problems);
        sides.sourceBlock()
                .untold()
                .ifPresent(name -> problems.add("clients cannot write to '" + sides.sourceIndex() + "': "
                        + UntoldBlock.what(name) + ": 'abort' lifts it, unless production is on '"
                        + sides.targetIndex() + "'"));
        aboutBlockOfTarget(problems);
        aboutOwner(problems, records);
        if (deletesSource) {
            aboutSnapshots(problems);
        }
        List<String> lacking = new SwapPrivileges(sides, deletesSource).problems();
        problems.addAll(lacking);
        ComparedDefinitions.now(sides).routing().ifPresent(problems::add);
        aboutAliases(problems);
        if (lacking.isEmpty()) {
            // Who may not ask is refused, and would be told that alone.
            aboutTheWayBack(problems, anchors);
        }
        return problems;
    }

    /// The swap would be refused, when writes are blocked already.
    private void aboutSnapshots(List<String> problems) throws ElasticException {
        List<String> snapshots = sides.source().snapshotsOf(sides.sourceIndex());
        if (!snapshots.isEmpty()) {
            problems.add("a snapshot is being taken of '" + sides.sourceIndex() + "' (" + FoundIndex.quoted(snapshots)
                    + "), and an index cannot be deleted meanwhile, which cutover.replace-index does: give 'cutover'"
                    + " again when it is complete");
        }
    }

    /// The block would be set, and not lifted. It is asked by a name of the kind that the user must be
    /// allowed to use anyway, and that no block ever has: they are counted from 1.
    private void aboutTheWayBack(List<String> problems, AnchorTrial anchors) throws ElasticException {
        String name = sides.names().block(0, 0);
        boolean sourceKnows = sides.source().refusesMissingAlias(sides.sourceIndex(), name);
        if (!sides.target().refusesMissingAlias(sides.targetIndex(), name)) {
            problems.add(withoutCondition("target") + ", by which a write block is lifted and production switched back:"
                    + " stop the applications, and switch them by hand");
        }
        if (!sourceKnows && !sides.oneCluster()) {
            anchors.problem(sides.source(), name)
                    .ifPresent(why -> problems.add(withoutCondition("source") + ", and a write block cannot be lifted"
                            + " there by a small hidden index ('" + Anchor.PREFIX + "...') either: " + why));
        }
    }

    private static String withoutCondition(String side) {
        return "the " + side + " cluster does not know 'must_exist' of an alias";
    }

    /// The numbers of both sides must come to rest under the block, which those of a primary that moves do not.
    private void aboutMoves(String index, List<ScannedShard> shards, List<String> problems)
            throws ElasticException, NotPrimaryException {
        new FinalNumbers(shards)
                .moving(watch)
                .forEach(shard -> problems.add("the primary of " + index + "[" + shard
                        + "] is being moved to another node, which would be waited for under the block"));
    }

    /// Whether a primary of either side is being moved.
    public boolean isMoving() throws ElasticException, NotPrimaryException {
        List<String> moves = new ArrayList<>();
        aboutMoves(sides.sourceIndex(), source, moves);
        aboutMovesOfTarget(moves);
        return !moves.isEmpty();
    }

    /// One that has no primary is not waited for here: its health says so.
    private void aboutMovesOfTarget(List<String> problems) throws ElasticException {
        try {
            aboutMoves(sides.targetIndex(), target, problems);
        } catch (NotPrimaryException e) {
            LOG.debug("Whether a primary of the target moves cannot be told", e);
        }
    }

    /// What the source has acknowledged counts, settled or not.
    private void aboutLag(RunState state, List<String> problems) throws ElasticException, NotPrimaryException {
        long lag = state.inKafka();
        long unsettled = 0;
        List<CopyNumbers> numbers = EachShard.ask(source, watch, ScannedShard::numbers);
        for (int shard = 0; shard < source.size(); shard++) {
            CopyNumbers now = numbers.get(shard);
            lag += Math.max(0, now.maxSeqNo() - state.done(shard));
            unsettled += Math.max(0, now.maxSeqNo() - Math.max(now.globalCheckpoint(), state.done(shard)));
        }
        if (lag > maxLag) {
            problems.add("the target is " + lag + " operations behind, and cutover.max-lag is " + maxLag
                    + (lag - unsettled > maxLag
                            ? ""
                            : "; the source has not settled " + unsettled + " of them yet"
                                    + " (index.translog.sync_interval)"));
        }
    }

    /// In another cluster nothing takes a name away from what has it already.
    private List<TakenNames.Taken> takenNames() throws ElasticException {
        return sides.oneCluster()
                ? List.of()
                : new TakenNames(sides.target(), sides.targetIndex()).among(sides.productionOfSource());
    }

    /// The swap would fail at these.
    private void aboutAliases(List<String> problems) throws ElasticException {
        for (TakenNames.Taken taken : takenNames()) {
            if (taken.isRefused()) {
                problems.add(taken.sentence());
            }
        }
        List<Alias> narrow =
                sides.productionOfSource().stream().filter(Alias::isNarrow).toList();
        if (narrow.isEmpty() || refusal(narrow).isEmpty()) {
            return;
        }
        for (Alias alias : narrow) {
            refusal(List.of(alias))
                    .ifPresent(
                            why -> problems.add("the target cannot have alias '" + alias.name() + "' as the source has"
                                    + " it (" + why + "): change its filter or routing, or the target's mapping"));
        }
    }

    private Optional<String> refusal(List<Alias> aliases) throws ElasticException {
        List<Alias> trial = new ArrayList<>();
        for (Alias alias : aliases) {
            trial.add(alias.named(sides.names().trial(trial.size())));
        }
        return sides.target().refusal(sides.targetIndex(), trial);
    }

    private void aboutOwner(List<String> problems, ControlRecords records) throws ElasticException {
        Set<String> aliases = sides.foundTarget().map(FoundIndex::aliases).orElse(Set.of());
        records.plan()
                .flatMap(plan -> TargetOwner.planned(plan).rival(plan.targetIndex(), aliases))
                .ifPresent(problems::add);
    }

    /// The swap would end with a target that takes no writes, and be taken back.
    private void aboutBlockOfTarget(List<String> problems) throws ElasticException {
        String index = sides.targetIndex();
        if (!sides.targetBlock().now().isThere()) {
            return;
        }
        String has = "target index '" + index + "' has a write block, which ";
        if (sides.targetBlock().isOurs()) {
            problems.add(has + "an earlier cut-over of this run has left and which could not be lifted yet: 'abort'"
                    + " lifts it");
            return;
        }
        // Asked after the block was seen: its name is there before it.
        List<String> runs = sides.targetBlock().otherRuns();
        problems.add(has
                + (runs.isEmpty()
                        ? "somebody else has set: ask whoever did, or lift it: " + WriteBlock.lifting(index)
                        : "run " + FoundIndex.quoted(runs) + " has set: roll that run back, or abort it, first"));
    }

    private void aboutTarget(List<String> problems) throws ElasticException {
        String index = sides.targetIndex();
        IndexHealth health = sides.target().health(index);
        if (!health.isGreen()) {
            problems.add("target index '" + index + "' is " + health.status() + " and not green" + health.missing());
        }
        Map<String, String> from = sides.source().settings(sides.sourceIndex());
        Map<String, String> to = sides.target().settings(index);
        aboutReplicas(from, to).ifPresent(problems::add);
        problems.addAll(TargetConduct.problems(index, from, to, intended));
    }

    /// Whoever controls the run has set them once, if they were to be fewer until the backfill was done. What
    /// the run file says is what the target is to have, be it less than the source has; and a cluster that
    /// sets the number by its nodes gives an index of another cluster another one.
    private Optional<String> aboutReplicas(Map<String, String> from, Map<String, String> to) {
        if (TargetReplicas.areExpanded(to.get(TargetReplicas.EXPANSION))) {
            return Optional.empty();
        }
        String has = "target index '" + sides.targetIndex() + "' has " + to.get(TargetReplicas.SETTING) + " replicas";
        if (replicas.areSaid()) {
            OptionalInt missing = replicas.missing(to, from);
            return missing.isPresent()
                    ? Optional.of(has + " and the run file asks for " + missing.getAsInt() + ": set "
                            + TargetReplicas.SETTING + ", and wait until the index is green")
                    : Optional.empty();
        }
        return areFewer(to, from)
                ? Optional.of(has + " and the source " + from.get(TargetReplicas.SETTING)
                        + ": building them under the block would take long")
                : Optional.empty();
    }

    /// What production will meet and the run file says, as a sentence with a space behind it; empty if there
    /// is nothing.
    public String told() throws ElasticException {
        Map<String, String> from = sides.source().settings(sides.sourceIndex());
        Map<String, String> to = sides.target().settings(sides.targetIndex());
        boolean isSaid = replicas.areSaid() && !TargetReplicas.areExpanded(to.get(TargetReplicas.EXPANSION));
        return isSaid && areFewer(to, from)
                ? "As the run file says, the target has fewer copies than the source: " + TargetReplicas.SETTING
                        + " is " + to.get(TargetReplicas.SETTING) + ", and " + from.get(TargetReplicas.SETTING)
                        + " in the source. "
                : "";
    }

    private static boolean areFewer(Map<String, String> some, Map<String, String> others) {
        return number(some, TargetReplicas.SETTING) < number(others, TargetReplicas.SETTING);
    }

    private static int number(Map<String, String> settings, String name) {
        return Integer.parseInt(settings.getOrDefault(name, "0"));
    }
}
