package io.shardstream.control.run.cutover;

import io.shardstream.common.contract.record.CutoverNotes;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.record.SignedOff;
import io.shardstream.common.contract.record.SourceAliases;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.loop.Sleeper;
import io.shardstream.common.shard.NotPrimaryException;
import io.shardstream.control.index.cluster.FoundIndex;
import io.shardstream.control.index.cluster.OtherWriteIndex;
import io.shardstream.control.index.cluster.RunAliases;
import io.shardstream.control.index.cluster.ShardReach;
import io.shardstream.control.index.cluster.StateBlock;
import io.shardstream.control.index.cluster.TargetPosition;
import io.shardstream.control.index.cluster.WriteBlock;
import io.shardstream.control.index.difference.FieldConsent;
import io.shardstream.control.run.block.CutoverContext;
import io.shardstream.control.run.block.OurBlocks;
import io.shardstream.control.run.block.Sides;
import io.shardstream.control.run.block.SwappedAliases;
import io.shardstream.control.run.block.Whereabouts;
import io.shardstream.control.run.condition.DifferenceConsent;
import io.shardstream.control.run.equality.CopiedHistories;
import io.shardstream.control.run.equality.FinalNumbers;
import io.shardstream.control.state.controller.ControllerEpoch;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// Asks the servers whether production can go back to the source, before anything is blocked or moved. Since
/// the swap anybody may have deleted, closed, opened or written an index, or moved an alias.
final class WayBack {
    private final Sides sides;
    private final ControllerEpoch term;
    private final RunPlan plan;
    private final CutoverNotes notes;
    private final CutoverContext around;
    private final MovedByHand byHand;
    private final boolean isByHand;
    private final Sleeper watch;

    /// @param isByHand whether production is said to be on the source already
    /// @param watch told while shards are asked
    WayBack(
            CutoverContext around,
            Sides sides,
            ControllerEpoch term,
            CutoverNotes notes,
            boolean isByHand,
            Sleeper watch) {
        this.byHand = new MovedByHand(sides, notes);
        this.isByHand = isByHand;
        this.sides = sides;
        this.term = term;
        this.plan = term.plan();
        this.notes = notes;
        this.around = around;
        this.watch = watch;
    }

    /// What the servers say.
    sealed interface Finding {
        /// The source has taken its place back already.
        record Returned() implements Finding {}

        /// It can.
        ///
        /// @param names by which any run had set or lifted the target's write block when the look began:
        ///   one that comes later is of a run that has begun to block it since
        /// @param isSourceOurs whether the run was the last one that set or lifted the source's write block
        record Free(Set<String> names, boolean isSourceOurs) implements Finding {}

        /// Production is on the source already, and the target is gone or has no mark of the cut-over:
        /// nothing is left to be moved.
        ///
        /// @param isPutBack whether the target is as it was before the swap, so that the run could write to
        ///     it
        record Apart(boolean isPutBack) implements Finding {}

        /// It cannot.
        ///
        /// @param why what is, and what to do
        record Barred(String why) implements Finding {}
    }

    Finding look() throws ElasticException, NotPrimaryException {
        TargetPosition place = sides.place();
        if (isByHand && !(place instanceof TargetPosition.Returned)) {
            Optional<String> refusal = byHand.refusal(isPutBack(place));
            if (refusal.isPresent()) {
                return new Finding.Barred(refusal.get());
            }
        }
        return switch (place) {
            case TargetPosition.Returned _ -> new Finding.Returned();
            case TargetPosition.Live _ -> {
                Set<String> names = RunAliases.blocks(
                        sides.foundTarget().map(FoundIndex::aliases).orElse(Set.of()));
                Optional<String> obstacle = obstacle();
                yield obstacle.isPresent()
                        ? new Finding.Barred(obstacle.get())
                        : new Finding.Free(
                                names, !isByHand || sides.sourceBlock().hasOurs());
            }
            case TargetPosition.Unmarked _, TargetPosition.Open _, TargetPosition.Fenced _ ->
                isByHand && !ForgottenCutover.isReleased(term) ? apart(place) : new Finding.Barred(noMark(place));
        };
    }

    /// Also where a rollback that was not finished has taken the write alias off it.
    private boolean isPutBack(TargetPosition place) {
        return ForgottenCutover.isWritable(place)
                || (place instanceof TargetPosition.Unmarked && PutBackTarget.isKnown(term));
    }

    private Finding apart(TargetPosition place) throws ElasticException, NotPrimaryException {
        Optional<String> obstacle = ofSource();
        return obstacle.isPresent() ? new Finding.Barred(obstacle.get()) : new Finding.Apart(isPutBack(place));
    }

    private String noMark(TargetPosition place) throws ElasticException {
        Optional<FoundIndex> found = sides.foundTarget();
        if (found.filter(index -> !index.uuid().equals(plan.targetUuid())).isPresent()) {
            return madeAnew() + " Keep '" + source() + "', which may be the last copy." + byHand.advice();
        }
        if (found.isPresent()) {
            return ForgottenCutover.isSo(place, ForgottenCutover.isReleased(term))
                    ? ForgottenCutover.found(sides, term, notes, place).sentence()
                    : "the way back has been given up: '" + target() + "' has no mark of this run any more.";
        }
        return "index '" + target() + "' is gone"
                + withoutTarget(notes.aliases().orElse(List.of()));
    }

    private String madeAnew() {
        return "'" + target() + "' is not the index that this run wrote to: it was deleted and created again.";
    }

    /// An alias that is given to the source while another index has it would lead to both.
    private String withoutTarget(List<String> aliases) throws ElasticException {
        String lifting = "lift its write block: " + unblocking() + ".";
        return switch (Whereabouts.of(sides, notes.aliases())) {
            case Whereabouts.Elsewhere(String alias, List<FoundIndex> indices) -> {
                List<String> later = runsThatAreLive(indices);
                String where = ", and '" + alias + "' is on " + FoundIndex.names(indices);
                if (!later.isEmpty()) {
                    yield where + ": roll back run " + FoundIndex.quoted(later) + " first.";
                }
                yield isAmong(indices)
                        ? where + ": production is there already. If that is right, " + lifting + byHand.advice()
                        : where + ", where production may be. To go on with '" + source() + "' all the same, move "
                                + FoundIndex.quoted(aliases)
                                + " to it (POST /_aliases, with 'remove' and 'add' in one request) and " + lifting;
            }
            case Whereabouts.AnIndex taken ->
                ", and " + taken.what() + ". To go on with '" + source() + "', " + taken.handingOver(source())
                        + ", and " + lifting;
            case Whereabouts.OnTarget _, Whereabouts.Nowhere _ ->
                ". To go on with '" + source() + "', "
                        + (aliases.isEmpty() ? "" : "give it " + FoundIndex.quoted(aliases) + " (POST /_aliases) and ")
                        + lifting;
        };
    }

    /// Those that have moved production on. An earlier run may have moved it to the source.
    private List<String> runsThatAreLive(List<FoundIndex> indices) {
        return indices.stream()
                .filter(index -> !sides.isSource(index))
                .flatMap(index -> RunAliases.runsThatAreLive(index.aliases()).stream())
                .toList();
    }

    private boolean isAmong(List<FoundIndex> indices) {
        return indices.stream().anyMatch(sides::isSource);
    }

    private Optional<String> obstacle() throws ElasticException, NotPrimaryException {
        Optional<String> ofTarget = ofTarget();
        return ofTarget.isPresent() ? ofTarget : ofSource();
    }

    private Optional<String> ofTarget() throws ElasticException {
        Optional<FoundIndex> found = sides.foundTarget();
        if (found.isEmpty() || !found.get().uuid().equals(plan.targetUuid())) {
            return Optional.of(madeAnew() + " Move the aliases yourself.");
        }
        if (isByHand) {
            return foreignBlock(found.get());
        }
        Optional<String> elsewhere = switch (Whereabouts.of(sides, notes.aliases())) {
            case Whereabouts.OnTarget _ -> writtenElsewhere();
            case Whereabouts.Elsewhere(String alias, List<FoundIndex> indices) ->
                Optional.of(elsewhere(alias, indices));
            case Whereabouts.AnIndex taken ->
                Optional.of(taken.what() + ": " + taken.handingOver(target()) + " first.");
            case Whereabouts.Nowhere(List<String> aliases) ->
                Optional.of(FoundIndex.quoted(aliases) + " is on no index: give it to '" + target() + "' first."
                        + (sides.oneCluster() ? "" : byHand.advice()));
        };
        return elsewhere.isPresent() ? elsewhere : foreignBlock(found.get());
    }

    /// As after a rollover since the cut-over: a swap back would leave clients writing to the other index.
    /// What was so before the cut-over was accepted then. Through an alias that has always written to another
    /// index, as of an older index of a series, clients have never written to the source.
    private Optional<String> writtenElsewhere() throws ElasticException {
        DifferenceConsent accepted = DifferenceConsent.of(notes.request());
        Optional<List<String>> writing =
                term.read(SourceAliases.KEY_OF_WRITES, SourceAliases::decode).map(SourceAliases::names);
        for (String alias : notes.aliases().orElse(List.of())) {
            boolean wroteToSource = writing.isEmpty() || writing.get().contains(alias);
            if (!wroteToSource || accepted.names().contains(FieldConsent.SOURCE_ALIAS + alias)) {
                continue;
            }
            Optional<String> other = OtherWriteIndex.of(sides.target(), alias, name -> !name.equals(target()));
            if (other.isPresent()) {
                return Optional.of("clients write to '" + other.get() + "' through '" + alias
                        + "', as after a rollover, and neither '" + source() + "' nor '" + target()
                        + "' has what they wrote there. Make '" + target() + "' the write index of '" + alias
                        + "' again (POST /_aliases, with is_write_index), and see to what is in '" + other.get()
                        + "'.");
            }
        }
        return Optional.empty();
    }

    private String elsewhere(String alias, List<FoundIndex> indices) {
        String where = "'" + alias + "' is on " + FoundIndex.names(indices) + ", not on '" + target() + "': ";
        List<String> later = runsThatAreLive(indices);
        if (!later.isEmpty()) {
            return where + "roll back run " + FoundIndex.quoted(later) + " first.";
        }
        return isAmong(indices)
                ? where + "production is there already. If that is right, lift its write block: " + unblocking() + "."
                        + byHand.advice()
                : where + "move it there first.";
    }

    /// Its own it may have from a rollback that was not finished.
    private Optional<String> foreignBlock(FoundIndex found) throws ElasticException {
        boolean isOurs = OurBlocks.mayBeOnTarget(term) && sides.names().isLastToBlock(found.aliases());
        if (isOurs || !sides.targetBlock().now().isThere()) {
            return Optional.empty();
        }
        // Asked after the block was seen: its name is there before it. This run's own is there since its cut-over.
        List<String> runs = sides.targetBlock().otherRuns();
        if (!runs.isEmpty() && OurBlocks.mayBeOnTarget(term)) {
            return Optional.of("'" + target() + "' has a write block of this run or of run " + FoundIndex.quoted(runs)
                    + ", which has its name. Roll that run back, or abort it, first; if the block is still there then,"
                    + " lift it: " + WriteBlock.lifting(target()) + ".");
        }
        return Optional.of("'" + target() + "' has a write block that is not this run's: "
                + (runs.isEmpty()
                        ? "somebody has set it. If it may go, lift it first: " + WriteBlock.lifting(target()) + "."
                        : "run " + FoundIndex.quoted(runs) + " has set it. Roll that run back, or abort it, first."));
    }

    private Optional<String> ofSource() throws ElasticException, NotPrimaryException {
        Optional<FoundIndex> found = sides.foundSource();
        if (found.isEmpty()) {
            return Optional.of(gone());
        }
        FoundIndex index = found.get();
        if (!index.uuid().equals(sides.sourceUuid())) {
            return Optional.of("'" + source() + "' is not the index that this run copied: it was deleted and created"
                    + " again. Production stays on '" + target() + "'.");
        }
        if (!index.isOpen()) {
            return Optional.of("'" + source() + "' is closed: open it (POST /" + source() + "/_open) and try again.");
        }
        if (!index.trouble().isEmpty()) {
            return Optional.of("of '" + source() + "' " + index.trouble() + ": see why, and try again.");
        }
        List<StateBlock> blocks =
                index.otherBlocks().stream().filter(StateBlock::isInTheWay).toList();
        if (!blocks.isEmpty()) {
            return Optional.of("'" + source() + "' or its cluster has other blocks than its write block ("
                    + blocks.stream().map(StateBlock::description).collect(Collectors.joining(", "))
                    + "): lift them first.");
        }
        if (isByHand) {
            // Clients write to it.
            return Optional.empty();
        }
        Optional<String> block = sourceBlock(index);
        Optional<String> written = block.isPresent() ? block : writtenSince();
        return written.isPresent() ? written : missingAliases(index);
    }

    private String gone() throws ElasticException {
        List<FoundIndex> others = sides.source().find(source());
        return (others.isEmpty()
                        ? "index '" + source() + "' is gone"
                        : "'" + source() + "' is an alias of " + FoundIndex.names(others)
                                + " now, and the index is gone")
                + ": there is nothing to go back to. Production stays on '" + target() + "'.";
    }

    private Optional<String> sourceBlock(FoundIndex index) throws ElasticException {
        if (sides.sourceBlock().now() != WriteBlock.WHOLE) {
            return Optional.of("'" + source() + "' takes writes: its write block was lifted. Set it again (PUT /"
                    + source() + "/_block/write) and try again: then the numbers are compared.");
        }
        return sides.names().isLastToBlock(index.aliases())
                ? Optional.empty()
                : Optional.of(
                        "the write block of '" + source() + "' is not this run's: ask whoever set it. To go back all"
                                + " the same, move the aliases yourself.");
    }

    /// The source once more, right before production goes back to it: its disk may have been put back since
    /// the first look.
    ///
    /// @return why it is none to go back to, as a sentence
    Optional<String> lastLook() throws ElasticException, NotPrimaryException {
        return ofSource();
    }

    private Optional<String> writtenSince() throws ElasticException, NotPrimaryException {
        List<Long> signed = signed();
        List<ShardReach> shards = shards();
        List<Long> now = ShardReach.highest(shards);
        if (now.equals(signed)) {
            return renewed(shards)
                    .map(begun -> begun + " Compare the documents of both indices; to go back all the same, move the"
                            + " aliases yourself.");
        }
        return Optional.of(
                FinalNumbers.haveFallen(signed, now)
                        ? fallen(signed, now) + " It is no way back, and a snapshot does not make it one: production"
                                + " stays on '" + target() + "'. Write there what is missing."
                        : "'" + source() + "' was written since the cut-over: " + numbers(signed, now)
                                + " Look what that was; to go back all the same, move the aliases yourself.");
    }

    /// What the source has lost since the cut-over, for one to which production has gone back, as sentences;
    /// empty if its numbers, its histories and its aliases tell of nothing. Clients may write to it by now.
    Optional<String> lost() throws ElasticException, NotPrimaryException {
        List<Long> signed = signed();
        List<ShardReach> shards = shards();
        List<Long> now = ShardReach.highest(shards);
        if (FinalNumbers.haveFallen(signed, now)) {
            return Optional.of(fallen(signed, now));
        }
        Optional<String> renewed = renewed(shards);
        return renewed.isPresent() ? renewed : withoutName();
    }

    /// The state of a cluster that is put back knows nothing of the block either. So clients may have written
    /// as many operations since as were lost.
    private Optional<String> withoutName() throws ElasticException {
        return sides.foundSource()
                .filter(found -> RunAliases.blocks(found.aliases()).isEmpty())
                .map(_ ->
                        "'" + source() + "' no longer has the alias through which this run blocked writes: its cluster"
                                + " was restored to an earlier state, or somebody removed the alias. Compare the documents of"
                                + " both indices.");
    }

    /// What was signed off was looked at after the swap, and may be more than was copied: that was said then.
    /// Where nobody could look, nothing is signed off for that time.
    private List<Long> signed() {
        return term.read(SignedOff.KEY, SignedOff::decode)
                .map(SignedOff::sourceAfter)
                .filter(numbers -> !numbers.isEmpty())
                .orElse(notes.source());
    }

    private List<ShardReach> shards() throws ElasticException, NotPrimaryException {
        return sides.copy().isPresent() ? sides.source().reach(source()) : reach();
    }

    private String fallen(List<Long> signed, List<Long> now) {
        return "'" + source() + "' has lost documents since the cut-over: " + numbers(signed, now);
    }

    private static String numbers(List<Long> signed, List<Long> now) {
        return "its last sequence numbers are " + now + " and were " + signed + ".";
    }

    private Optional<String> renewed(List<ShardReach> shards) {
        return CopiedHistories.renewed(term, notes, sides.copy().isPresent(), ShardReach.histories(shards)).stream()
                .findFirst()
                .map(shard -> "shard " + shard + " of '" + source() + "' has begun a new history since it was copied:"
                        + " it was restored, or a stale or empty copy was made its primary, and what it had may be gone"
                        + " or older.");
    }

    private List<ShardReach> reach() throws ElasticException, NotPrimaryException {
        return new FinalNumbers(around.sourceShards())
                .now(watch).stream()
                        .map(shard -> new ShardReach(shard.identity().historyUuid(), shard.maxSeqNo()))
                        .toList();
    }

    /// Where the clusters are two the swap left the source its aliases, and a swap back gives it none.
    private Optional<String> missingAliases(FoundIndex index) throws ElasticException {
        if (sides.oneCluster()) {
            return Optional.empty();
        }
        Set<String> missing = new SwappedAliases(notes.aliases()).missing(sides, index);
        return missing.isEmpty()
                ? Optional.empty()
                : Optional.of("'" + source() + "' does not have " + FoundIndex.quoted(missing)
                        + " on the source cluster: give it that alias there first.");
    }

    private String unblocking() {
        return WriteBlock.lifting(source());
    }

    private String source() {
        return sides.sourceIndex();
    }

    private String target() {
        return sides.targetIndex();
    }
}
