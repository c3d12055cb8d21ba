package io.shardstream.control.run.cutover;

import io.shardstream.common.contract.record.AcceptedHistory;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.shard.AliasKind;
import io.shardstream.common.shard.OwnAlias;
import io.shardstream.control.compare.version.SourceLosses;
import io.shardstream.control.index.cluster.FoundIndex;
import io.shardstream.control.index.cluster.RunAliases;
import io.shardstream.control.run.block.CutoverContext;
import io.shardstream.control.run.block.Sides;
import io.shardstream.control.run.block.WriteAccess;
import io.shardstream.control.state.controller.ControllerEpoch;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// Asks the servers what can be deleted of a run that has been given up. Whoever reads the answer may delete
/// the target because of it, so it is called deletable only if nobody seems to use it and the source is there
/// and whole. The run's topics are called so only if that is, too.
final class Remains {
    private final Sides sides;
    private final RunPlan plan;
    private final SourceLosses losses;

    Remains(CutoverContext around, Sides sides, ControllerEpoch term) {
        this.sides = sides;
        this.plan = term.plan();
        this.losses = new SourceLosses(
                around.lanes()::state, shard -> term.read(AcceptedHistory.key(shard), AcceptedHistory::decode));
    }

    /// What the servers say.
    ///
    /// @param isLeft whether somebody must look: the target may be needed, or clients cannot write to the
    ///     source
    /// @param sentence what can be deleted, or what to keep and why
    record Finding(boolean isLeft, String sentence) {
        /// The same with what keeps clients from writing to the source. One that is gone is told by this
        /// finding.
        Finding and(WriteAccess source) {
            return source.isOpen() || !source.isThere() ? this : new Finding(true, sentence + " " + source.sentence());
        }
    }

    Finding look() throws ElasticException {
        Optional<FoundIndex> found = sides.foundTarget();
        if (found.isEmpty()) {
            return withoutTarget("Index '" + target() + "' is gone", "");
        }
        if (!found.get().uuid().equals(plan.targetUuid())) {
            return withoutTarget(
                    "The index '" + target() + "' that is there now is not the one that this run wrote to",
                    ": leave it to whoever made it");
        }
        Optional<String> use = use(found.get().aliases());
        if (use.isPresent()) {
            return new Finding(true, "Do not delete index '" + target() + "': " + use.get() + ".");
        }
        return WholeIndices.sourceProblem(sides.source(), plan, losses)
                .map(this::lastCopy)
                .orElseGet(() ->
                        new Finding(false, "Its " + sides.inKafka() + " and index '" + target() + "' can be deleted."));
    }

    /// What was written to the target is then only where the run has copied it from, and in Kafka.
    ///
    /// @param why there is no target, as a sentence without its end
    /// @param advice what to do with what is there in its place, as the end of that sentence
    private Finding withoutTarget(String why, String advice) throws ElasticException {
        return WholeIndices.sourceProblem(sides.source(), plan, losses)
                .map(lost -> new Finding(
                        true, why + advice + ". Keep the run's topics: " + lost + ", so they may be the last copy."))
                .orElseGet(
                        () -> new Finding(false, why + advice + ". The run's " + sides.inKafka() + " can be deleted."));
    }

    /// What is said where the servers do not answer.
    ///
    /// @param why as the end of a sentence
    Finding unknown(String why) {
        return lastCopy("the servers do not say whether the source is there and whole (" + why + ")");
    }

    /// The topics may hold documents that were not written to the target yet.
    private Finding lastCopy(String problem) {
        return new Finding(
                true,
                "Keep index '" + target() + "' and the run's topics: " + problem + ", so this may be the last copy.");
    }

    /// Who may use the target; by its own name anybody may, of which no server tells.
    private Optional<String> use(Set<String> aliases) {
        Set<String> production =
                aliases.stream().filter(RunAliases::isOfProduction).collect(Collectors.toCollection(TreeSet::new));
        if (!production.isEmpty()) {
            return Optional.of("applications may find it by its alias " + FoundIndex.quoted(production));
        }
        if (aliases.contains(sides.names().live())) {
            return Optional.of("it has the mark of a cut-over, as if it had taken the place of '" + source() + "'");
        }
        List<OwnAlias> others = sides.names().othersMarks(aliases);
        return others.stream()
                .filter(Remains::isOfWriter)
                .findFirst()
                .map(writer -> named(writer) + " writes to it (alias " + writer.name() + ")")
                .or(() -> others.stream().findFirst().map(other -> named(other) + " uses it, too"));
    }

    private static boolean isOfWriter(OwnAlias alias) {
        return alias.is(AliasKind.WRITE) || alias.is(AliasKind.SWAP);
    }

    private String named(OwnAlias other) {
        return other.run().equals(sides.names().run())
                ? "another run that is called '" + other.run() + "' as well"
                : "run '" + other.run() + "'";
    }

    private String source() {
        return sides.sourceIndex();
    }

    private String target() {
        return sides.targetIndex();
    }
}
