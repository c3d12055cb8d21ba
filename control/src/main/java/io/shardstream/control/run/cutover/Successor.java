package io.shardstream.control.run.cutover;

import io.shardstream.common.contract.bytes.FullStop;
import io.shardstream.common.contract.record.Answer;
import io.shardstream.common.contract.record.CutoverNotes;
import io.shardstream.common.contract.record.Request;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.record.SignedOff;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.loop.Sleeper;
import io.shardstream.common.shard.CopyNumbers;
import io.shardstream.common.shard.NotPrimaryException;
import io.shardstream.control.index.cluster.FoundIndex;
import io.shardstream.control.index.cluster.TargetPosition;
import io.shardstream.control.run.block.CutoverContext;
import io.shardstream.control.run.block.Sides;
import io.shardstream.control.run.block.Whereabouts;
import io.shardstream.control.run.condition.OtherRuns;
import io.shardstream.control.run.equality.AtSwap;
import io.shardstream.control.run.equality.FinalNumbers;
import io.shardstream.control.run.equality.RejectConsent;
import io.shardstream.control.run.equality.RejectedDocuments;
import io.shardstream.control.state.controller.ControllerEpoch;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/// Asks the servers whether the target serves production, and what the source is now. Whoever reads the
/// answer of a release may delete an index because of it.
final class Successor {
    /// The option of a release that accepts that shards of the target have begun a new history since the
    /// swap.
    static final String NEW_HISTORY = "new-history";

    private final CutoverContext around;
    private final Sides sides;
    private final ControllerEpoch term;
    private final RunPlan plan;
    private final CutoverNotes notes;
    private final AtSwap atSwap;
    private final RejectedDocuments rejected;
    private final List<Long> copied;
    private final MovedByHand byHand;
    private final Sleeper watch;
    private boolean mustBeLookedAt;
    private boolean hasStray;

    /// @param watch told while shards are asked
    Successor(CutoverContext around, Sides sides, ControllerEpoch term, CutoverNotes notes, Sleeper watch) {
        this.watch = watch;
        this.around = around;
        this.sides = sides;
        this.term = term;
        this.plan = term.plan();
        this.notes = notes;
        this.byHand = new MovedByHand(sides, notes);
        this.atSwap = AtSwap.of(term, notes);
        this.rejected = RejectedDocuments.signedOff(term, around.lanes());
        this.copied = term.read(SignedOff.KEY, SignedOff::decode)
                .map(SignedOff::source)
                .orElse(notes.source());
    }

    /// How a release is answered: somebody must look if there are documents that the target has rejected, if
    /// an alias of several is elsewhere, or if the source was written since it was copied, or nobody can see
    /// that.
    Answer.Outcome outcome() {
        return rejected.areThere() || mustBeLookedAt || hasStray ? Answer.Outcome.DIFFERENT : Answer.Outcome.DONE;
    }

    /// Why the way back must not be given up because of what the target has rejected; empty if that is
    /// accepted.
    Optional<String> notAccepted(Request release) {
        return RejectConsent.of(release).refusal(rejected);
    }

    /// What the servers say.
    sealed interface Finding {
        /// The target has production's aliases, or some of them, and all its primaries.
        ///
        /// @param stray where the others are, as sentences; empty if it has all
        record Serves(String stray) implements Finding {}

        /// Production has gone on to another index, such as the target of a later run.
        ///
        /// @param aboutSource what is to be looked at before the source is deleted
        record HasGoneOn(String aboutSource) implements Finding {}

        /// The source may be needed.
        ///
        /// @param why what is, and what to do
        record Needed(String why) implements Finding {}
    }

    Finding look() throws ElasticException {
        TargetPosition place = sides.place();
        return switch (place) {
            case TargetPosition.Returned _ ->
                new Finding.Needed("production is on '" + source() + "' again: 'rollback' finishes the way back.");
            case TargetPosition.Open _, TargetPosition.Fenced _ ->
                new Finding.Needed(
                        ForgottenCutover.found(sides, term, notes, place).sentence());
            case TargetPosition.Live _, TargetPosition.Unmarked _ -> ofTarget();
        };
    }

    private Finding ofTarget() throws ElasticException {
        hasStray = false;
        return switch (Whereabouts.of(sides, notes.aliases())) {
            case Whereabouts.Elsewhere _ -> elsewhere(notes.aliases().orElse(List.of()));
            case Whereabouts.AnIndex taken ->
                new Finding.Needed(taken.what() + ". "
                        + (sides.foundTarget().isEmpty() ? "Index '" + target() + "' is gone: " : "") + lastCopy());
            case Whereabouts.Nowhere(List<String> aliases) ->
                new Finding.Needed(FoundIndex.quoted(aliases) + " is on no index: " + lastCopy()
                        + (sides.oneCluster() ? "" : byHand.advice()));
            case Whereabouts.OnTarget _ -> serves("");
        };
    }

    private Finding serves(String stray) throws ElasticException {
        Optional<String> problem = problem();
        return problem.isPresent() ? new Finding.Needed(problem.get()) : new Finding.Serves(stray);
    }

    /// Where at least one alias is on another index and not on the target. Production has gone on if the
    /// target has none any more.
    ///
    /// @param aliases those that the swap moved
    private Finding elsewhere(List<String> aliases) throws ElasticException {
        List<Whereabouts.Elsewhere> elsewhere = Whereabouts.elsewhere(sides, aliases);
        if (elsewhere.isEmpty()) {
            // Moved between the two looks.
            return ofTarget();
        }
        Optional<Whereabouts.Elsewhere> back = elsewhere.stream()
                .filter(one -> one.indices().stream().anyMatch(sides::isSource))
                .findFirst();
        if (back.isPresent()) {
            return new Finding.Needed(where(back.get()) + ", not on '" + target() + "': '" + source()
                    + "' is production's index. Do not delete it." + byHand.advice());
        }
        // One of those that lead to the same indices stands for the others.
        Map<String, String> places = new LinkedHashMap<>();
        elsewhere.forEach(one -> places.putIfAbsent(FoundIndex.names(one.indices()), where(one)));
        String what = String.join(", ", places.values()) + ", not on '" + target() + "'. Before you delete '"
                + source() + "' or '" + target() + "', make sure that " + String.join(" and ", places.keySet())
                + (places.size() == 1 ? " holds" : " hold") + " what you need.";
        hasStray = !Whereabouts.onTarget(sides, aliases).isEmpty();
        return hasStray
                ? serves(what)
                : new Finding.HasGoneOn(
                        what + (rejected.areThere() ? " " + rejected.toKeep("'" + source() + "'") : ""));
    }

    private static String where(Whereabouts.Elsewhere one) {
        return "'" + one.alias() + "' is on " + FoundIndex.names(one.indices());
    }

    private Optional<String> problem() throws ElasticException {
        Optional<FoundIndex> found = sides.foundTarget();
        if (found.isEmpty()) {
            return Optional.of("index '" + target() + "' is gone: " + lastCopy());
        }
        if (!found.get().uuid().equals(plan.targetUuid())) {
            return Optional.of("'" + target() + "' is not the index that this run wrote to: it was deleted and created"
                    + " again. Keep '" + source() + "'.");
        }
        String trouble = found.get().trouble();
        return trouble.isEmpty()
                ? Optional.empty()
                : Optional.of("'" + target() + "' does not serve production, " + trouble + ". Keep '" + source()
                        + "' until it does.");
    }

    /// If nobody has deleted the source, too.
    private String lastCopy() throws ElasticException {
        return new SourceNow(sides).isThere()
                ? "'" + source() + "' may be the last copy. Keep it."
                : "see where production's documents are before you delete anything.";
    }

    /// Why the source is needed although the target serves production: a shard of that has lost what it had
    /// at the swap, as one that was allocated empty (`allocate_empty_primary`), or may have, as one that was
    /// restored. Empty if none has, as far as was noted at the swap.
    ///
    /// @param release may accept that shards have begun a new history
    Optional<String> lost(Request release) throws ElasticException, NotPrimaryException {
        if (atSwap.highest().isEmpty()) {
            return Optional.empty();
        }
        List<CopyNumbers> now = new FinalNumbers(around.targetShards()).now(watch);
        List<Integer> renewed = atSwap.renewed(now);
        if (!renewed.isEmpty() && !release.has(NEW_HISTORY)) {
            return Optional.of("shard " + renewed.getFirst() + " of '" + target()
                    + "' has begun a new history since the swap: it"
                    + " was restored, or a stale or empty copy was made its primary, and what it had then may be"
                    + " gone. Keep '" + source() + "', which may be the last copy of it. Compare the documents of"
                    + " both indices; if nothing is missing, --" + NEW_HISTORY + " accepts it.");
        }
        List<Long> before = atSwap.highest();
        return IntStream.range(0, now.size())
                .filter(shard -> !renewed.contains(shard) && now.get(shard).maxSeqNo() < before.get(shard))
                .mapToObj(shard -> "shard " + shard + " of '" + target()
                        + "' has lost documents since the swap: its last sequence number was " + before.get(shard)
                        + " then and is " + now.get(shard).maxSeqNo() + " now. Keep '" + source()
                        + "', which may be the last copy of them.")
                .findFirst();
    }

    /// That the target does not say whether it has lost any.
    String lostUnseen(String why) {
        return "whether '" + target() + "' has lost documents since the swap could not be seen: " + why + ". Keep '"
                + source() + "' until it can be.";
    }

    /// What can be done with the source. A cluster that was switched off for good is no obstacle.
    String aboutSource() {
        try {
            return aboutSource(sides.foundSource());
        } catch (ElasticException | NotPrimaryException e) {
            return sourceUnseen(ElasticException.inSentence(e));
        }
    }

    String sourceUnseen(String why) {
        mustBeLookedAt = true;
        return "The source cluster cannot be asked what has become of '" + source() + "': " + FullStop.of(why)
                + " Look at it before you delete it.";
    }

    private String aboutSource(Optional<FoundIndex> found) throws ElasticException, NotPrimaryException {
        if (rejected.areThere()) {
            boolean isThere = found.filter(index -> index.uuid().equals(sides.sourceUuid()))
                    .isPresent();
            return isThere
                    ? rejected.toKeep("index '" + source() + "'")
                    : "Index '" + source() + "' is gone. " + rejected.toKeep();
        }
        if (found.isEmpty()) {
            return "Index '" + source() + "' is gone already; the run's " + sides.inKafka() + " can be deleted.";
        }
        if (!found.get().uuid().equals(sides.sourceUuid())) {
            return "The index '" + source() + "' that is there now is not the one that was copied: leave it to whoever"
                    + " made it. The run's " + sides.inKafka() + " can be deleted.";
        }
        if (!found.get().isOpen()) {
            mustBeLookedAt = true;
            return "Index '" + source()
                    + "' is closed, so whether it was written after its last number was taken cannot"
                    + " be seen. Open it (POST /" + source() + "/_open) and look before you delete it.";
        }
        String writes = sides.sourceBlock().now().isThere()
                ? "is still blocked for writes"
                : "takes writes again, as its write block was lifted";
        Optional<List<Long>> numbers = new SourceNow(sides).numbers(around.sourceShards(), watch);
        if (numbers.isEmpty()) {
            return aboutSource(sides.foundSource());
        }
        List<Long> now = numbers.get();
        mustBeLookedAt = !now.equals(copied);
        if (mustBeLookedAt) {
            return "Index '" + source() + "' " + writes + ", and "
                    + (FinalNumbers.haveFallen(copied, now)
                            ? "has lost documents since its last number was taken (" + copied + ", now " + now
                                    + "): find out why before you delete anything."
                            : "was written after its last number was taken (" + copied + ", now " + now + "): '"
                                    + target() + "' does not have that. Keep '" + source()
                                    + "' until you know what it was.");
        }
        Set<String> aliases = found.get().production();
        OtherRuns others = OtherRuns.now(sides, around.runs());
        String needed = others.named()
                .map(named -> " It is needed by " + named + ": keep it until that is over.")
                .orElse("");
        if (!aliases.isEmpty()) {
            return "Index '" + source() + "' " + writes + " and has the alias " + FoundIndex.quoted(aliases)
                    + (sides.oneCluster() ? "" : " on the source cluster")
                    + ": delete it when no application uses that." + needed;
        }
        if (!needed.isEmpty()) {
            return "Index '" + source() + "' " + writes + "." + needed + " The run's " + sides.inKafka()
                    + " can be deleted.";
        }
        return "Index '" + source() + "' " + writes
                + (isByName()
                        ? "; when no application and no other run uses it, it"
                        : "; when no other run uses it, it")
                + " and the run's " + sides.inKafka() + " can be deleted.";
    }

    /// Whether applications find the target by its own name, of which no server tells.
    private boolean isByName() throws ElasticException {
        return sides.foundTarget().map(FoundIndex::production).orElse(Set.of()).isEmpty();
    }

    private String source() {
        return sides.sourceIndex();
    }

    private String target() {
        return sides.targetIndex();
    }
}
