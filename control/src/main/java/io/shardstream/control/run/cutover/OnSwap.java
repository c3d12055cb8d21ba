package io.shardstream.control.run.cutover;

import io.shardstream.common.contract.record.CutoverNotes;
import io.shardstream.common.contract.record.CutoverTerms;
import io.shardstream.common.contract.record.Request;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.control.index.cluster.GivenUpException;
import io.shardstream.control.index.cluster.TargetPosition;
import io.shardstream.control.run.block.CutoverContext;
import io.shardstream.control.run.block.HookFailedException;
import io.shardstream.control.run.block.NamedBlock;
import io.shardstream.control.run.block.Sides;
import io.shardstream.control.run.block.Steps;
import io.shardstream.control.run.block.SwapHook;
import io.shardstream.control.state.controller.ControllerEpoch;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Calls what `cutover.on-swap` names when production has moved. Until that has succeeded the target has the
/// run's write block, so that nobody can write to it, and everything can be taken back.
///
/// Whoever lifts that block does so through an alias. A controller takes all earlier ones away before it looks
/// whether the block is there: what it finds then stays so until it changes it.
final class OnSwap {
    static final String CALL = "call cutover.on-swap";

    static final String TAKE_OVER = "take over the target's write block";
    static final String GIVE_BACK = "give production back to the source";
    /// The detail of that step where it was done.
    static final String GIVEN_BACK = "the run goes on";
    /// For as long it is asked again whether the source is there, and whether the user sees all aliases that
    /// are to go back.
    private static final Duration SEEING = Duration.ofSeconds(10);

    private static final JsonMapper MAPPER = new JsonMapper();
    private static final Logger LOG = LoggerFactory.getLogger(OnSwap.class);

    private final CutoverContext around;
    private final Sides sides;
    private final ControllerEpoch term;

    OnSwap(CutoverContext around, Sides sides, ControllerEpoch term) {
        this.around = around;
        this.sides = sides;
        this.term = term;
    }

    boolean isWanted() {
        return hook().isPresent();
    }

    /// Whether it is still to be called for a cut-over: as the run file said by which that was asked for,
    /// where it did.
    boolean isOpen(Request cutover) {
        String meant = cutover.options().get(CutoverTerms.ON_SWAP);
        boolean isMeant = meant == null ? isWanted() : !meant.equals(CutoverTerms.NOTHING);
        return isMeant && !RecordedSteps.onSwap(term, cutover);
    }

    /// Whether this process would call what was meant. One that cannot does not find out whether a call has
    /// moved the applications that an earlier controller began.
    boolean isAsMeant(Request cutover) {
        try {
            around.settings().requireTerms(cutover, Set.of(CutoverTerms.ON_SWAP));
            return true;
        } catch (GivenUpException e) {
            return false;
        }
    }

    private Optional<SwapHook> hook() {
        return around.settings().onSwap();
    }

    /// Sets the target's write block, which is lifted when the call behind the swap has succeeded. Not where a
    /// swap whose answer was lost has happened: setting a block anew lifts it for a moment. One that arrives
    /// later finds the name gone by which the target was blocked for it.
    ///
    /// @param token the swap's
    /// @return the name by which the target is blocked now; empty if it must be tried again
    Optional<String> holdWrites(String token) throws ElasticException {
        if (sides.isTargetBlocked() && !sides.targetBlock().isOurs()) {
            throw foreignBlock();
        }
        Optional<String> name = sides.targetBlock().takeName();
        return name.isPresent() && sides.isFenced(token)
                ? sides.targetBlock().setThrough(name.get()).map(NamedBlock.Held::through)
                : Optional.empty();
    }

    /// Lifts the target's write block, where nothing is called.
    ///
    /// @return false if it must be tried again
    /// @throws GivenUpException if it is somebody else's
    boolean takesWrites() throws ElasticException {
        if (sides.isTargetBlocked() && !sides.unblockTarget()) {
            return false;
        }
        if (sides.isTargetBlocked()) {
            throw foreignBlock();
        }
        return true;
    }

    private GivenUpException foreignBlock() {
        return new GivenUpException(
                "target index '" + sides.targetIndex() + "' has a write block that somebody else has set");
    }

    /// Calls it, if production has moved and no controller knows that it has succeeded.
    ///
    /// @throws GivenUpException if it has failed, or is another one than was meant
    void call(Steps steps, CutoverNotes notes) throws Exception {
        if (!isOpen(notes.request())) {
            return;
        }
        around.settings().requireTerms(notes.request(), Set.of(CutoverTerms.ON_SWAP));
        SwapHook hook = hook().orElseThrow();
        takeName(steps);
        byte[] record = record(steps, notes);
        steps.take(CALL, "it has succeeded", () -> {
            try {
                hook.call(record);
            } catch (HookFailedException e) {
                throw new GivenUpException("cutover.on-swap has failed: " + e.getMessage());
            }
            return Optional.of(true);
        });
    }

    private void takeName(Steps steps) throws Exception {
        String _ = steps.take(TAKE_OVER, () -> sides.targetBlock().takeName().map(name -> new Steps.Taken<>(name, "")));
    }

    /// No secret is in it. A cluster that does not say which one it is says nothing about the call: the one
    /// that production has left may be gone for good.
    private byte[] record(Steps steps, CutoverNotes notes) throws Exception {
        ObjectNode record = MAPPER.createObjectNode()
                .put("id", notes.request().id())
                .put("event", "swapped")
                .put("run", around.run())
                .put("source_cluster", uuid(steps, sides.clusters()::sourceUuid))
                .put("source_index", sides.sourceIndex())
                .put("target_cluster", uuid(steps, sides.clusters()::targetUuid))
                .put("target_index", sides.targetIndex())
                .put("blocked_at_ms", notes.blockedAt().toEpochMilli());
        ArrayNode aliases = record.putArray("aliases");
        notes.aliases().orElse(List.of()).forEach(aliases::add);
        return MAPPER.writeValueAsBytes(record);
    }

    private static String uuid(Steps steps, Callable<String> question) throws Exception {
        return steps.soon(SEEING, () -> steps.tried(question)).answer().orElse("");
    }

    /// Moves production back to the source, if that is there, and lets the run go on, where nobody can have
    /// written to the target since the swap. The source is still to be freed then.
    ///
    /// @param steps without a deadline
    /// @return false if there is nothing to move back, or it cannot be moved
    boolean giveBack(Steps steps, CutoverNotes notes) throws Exception {
        if (!isOpen(notes.request()) || !isLive(steps) || !isSourceThere(steps)) {
            return false;
        }
        Instant late = term.clock().instant().plus(SEEING);
        return steps.take(GIVE_BACK, () -> {
            Optional<String> name = sides.targetBlock().takeName();
            if (name.isEmpty()) {
                return Optional.empty();
            }
            if (!sides.isTargetBlocked()) {
                LOG.error(
                        "The write block of '{}' was lifted while cutover.on-swap was called: production stays there,"
                                + " since clients may have written to it",
                        sides.targetIndex());
                return Optional.of(new Steps.Taken<>(false, "clients can write to the target, so it stays"));
            }
            try {
                boolean _ = sides.undoSwap(name.get(), notes.aliases().orElse(List.of()));
            } catch (GivenUpException e) {
                LOG.error("Production cannot be given back: {}", e.getMessage());
                return term.clock().instant().isBefore(late)
                        ? Optional.empty()
                        : Optional.of(new Steps.Taken<>(false, e.getMessage() + "; production stays"));
            }
            return switch (sides.place()) {
                case TargetPosition.Open _ -> Optional.of(new Steps.Taken<>(true, GIVEN_BACK));
                case TargetPosition.Live _ -> Optional.empty();
                case TargetPosition.Fenced _, TargetPosition.Returned _, TargetPosition.Unmarked _ ->
                    Optional.of(new Steps.Taken<>(false, "the mark of the swap is gone"));
            };
        });
    }

    /// Production that is given back to what is gone would be nowhere.
    private boolean isSourceThere(Steps steps) throws Exception {
        Steps.Asked<Boolean> asked = steps.soon(SEEING, () -> steps.tried(new SourceNow(sides)::isThere));
        boolean isThere = asked.answer().orElse(false);
        if (!isThere) {
            LOG.error(
                    "Production cannot be given back and stays on '{}': '{}' {}",
                    sides.targetIndex(),
                    sides.sourceIndex(),
                    asked.answer().isPresent() ? "is gone" : "could not be seen, " + asked.why());
        }
        return isThere;
    }

    private boolean isLive(Steps steps) throws Exception {
        return steps.tried(sides::place) instanceof TargetPosition.Live;
    }
}
