package io.shardstream.control.run.cutover;

import io.shardstream.common.contract.record.CutoverNotes;
import io.shardstream.common.contract.record.CutoverTerms;
import io.shardstream.common.contract.record.ReplaceIndex;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.record.SourceCopy;
import io.shardstream.common.contract.record.Step;
import io.shardstream.common.contract.record.Verified;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.loop.Sleeper;
import io.shardstream.common.shard.CopyNumbers;
import io.shardstream.control.index.cluster.Alias;
import io.shardstream.control.index.cluster.GivenUpException;
import io.shardstream.control.index.cluster.TargetPosition;
import io.shardstream.control.index.cluster.WriteBlock;
import io.shardstream.control.run.block.Begun;
import io.shardstream.control.run.block.CutoverContext;
import io.shardstream.control.run.block.Freed;
import io.shardstream.control.run.block.LastMapping;
import io.shardstream.control.run.block.Lifeline;
import io.shardstream.control.run.block.OurBlocks;
import io.shardstream.control.run.block.Sides;
import io.shardstream.control.run.block.SourceCopies;
import io.shardstream.control.run.block.Steps;
import io.shardstream.control.run.condition.MissingMembers;
import io.shardstream.control.run.equality.AtSwap;
import io.shardstream.control.run.equality.CopiedHistories;
import io.shardstream.control.run.equality.Equality;
import io.shardstream.control.run.equality.FinalNumbers;
import io.shardstream.control.run.equality.RejectConsent;
import io.shardstream.control.run.equality.RejectedDocuments;
import io.shardstream.control.state.controller.ControllerEpoch;
import io.shardstream.control.state.controller.DeposedException;
import io.shardstream.control.state.controller.RunStage;
import io.shardstream.control.state.lanes.Drain;
import io.shardstream.control.state.lanes.NotDrainedException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Switches production from the source to the target (protocol, section 6). What has been reached is asked
/// of the servers, so the same code begins a cut-over and goes on with one whose controller died.
public final class Cutover {
    public static final String LAST_COMPARISON = "compare behind the fence";
    static final String STILL = "see that both sides are as they were compared";
    static final String COPY = "keep a copy of the source";
    public static final String SWAP = Step.SWAP;
    public static final String FENCE = "fence: take the write alias away";
    static final String REPLACE_TOKEN = "replace the token that was found";
    /// How the detail of a step ends whose call found its mark gone, and changed nothing.
    static final String NOT_THERE = " is not there any more";

    private static final Logger LOG = LoggerFactory.getLogger(Cutover.class);

    private final CutoverContext around;
    private final Sides sides;
    private final ControllerEpoch term;
    private final Steps steps;
    private final FinalNumbers source;
    private final Lifeline lifeline;
    private final OnSwap onSwap;
    private final LastLook last;
    private CutoverNotes notes;
    /// The token of which this controller knows that all nodes know it: of another one it may be that not every
    /// node has heard that the write alias is gone.
    private String acknowledged = "";

    /// @param lifeline of this process
    Cutover(CutoverContext around, Sides sides, ControllerEpoch term, CutoverNotes notes, Lifeline lifeline) {
        this(around, sides, term, notes, lifeline, Begun.elsewhere(new Steps(term, notes.request(), around.sleeper())));
    }

    /// @param begun by the same process
    Cutover(
            CutoverContext around,
            Sides sides,
            ControllerEpoch term,
            CutoverNotes notes,
            Lifeline lifeline,
            Begun begun) {
        this.around = around;
        this.sides = sides;
        this.term = term;
        this.notes = notes;
        this.steps = begun.steps().unless(new SourceNow(sides).unlessReplaced(around, term, notes.request()));
        this.lifeline = lifeline;
        this.onSwap = new OnSwap(around, sides, term);
        this.last = new LastLook(around, sides, term, begun);
        this.source = new FinalNumbers(around.sourceShards());
    }

    /// Goes on from wherever it stands until the target has taken the source's place, or what was done is
    /// taken back.
    void goOn(RunStage.CuttingOver stage) throws Exception {
        if (lifeline.hasJustFreed(term, notes.request())) {
            new Undo(sides, term).note(stage, notes.request(), Lifeline.WHY, Freed.OPEN);
            return;
        }
        String trouble = "";
        // The applications may have moved: whether the call succeeds decides, however late it is.
        boolean mayHaveBeenCalled = RecordedSteps.onSwapIsUnderWay(term, notes.request());
        Steps calling = mayHaveBeenCalled ? patient(steps) : steps;
        Steps last = steps;
        try {
            setDeadline();
            if (!(calling.tried(sides::place) instanceof TargetPosition.Live)) {
                // Another process may have begun it, by another run file.
                around.settings().requireTerms(notes.request(), CutoverTerms.BEHIND_THE_CONDITIONS);
                calling = steps.after(calling);
                requireBlock();
                reachSwap();
            }
            onSwap.call(calling, notes);
            last = calling;
        } catch (DeposedException | KafkaException e) {
            throw e;
        } catch (NotDrainedException | ElasticException | RuntimeException e) {
            LOG.warn("The cut-over is given up: {}", e.getMessage());
            String why = e instanceof NotDrainedException ? tooSlow() : String.valueOf(e.getMessage());
            last = patient(calling);
            if (!mayHaveBeenCalled || onSwap.isAsMeant(notes.request())) {
                boolean _ = onSwap.giveBack(last, notes);
            }
            if (new Undo(sides, term).takeBack(last, stage, notes.request(), why)) {
                lifeline.letGo();
                return;
            }
            trouble = onSwap.isOpen(notes.request()) ? why : "";
        }
        lifeline.letGo();
        new Handover(around, SourceCopies.after(sides, term, notes), term, patient(last)).finish(stage, notes, trouble);
    }

    /// Somebody lifted the block while no controller looked: an operator, or a controller that could not say
    /// so. What clients write again is not blocked once more.
    private void requireBlock() throws Exception {
        if (RecordedSteps.sourceIsBlocked(term, notes.request())
                && !steps.tried(() -> sides.sourceBlock().now()).isThere()) {
            throw new GivenUpException(
                    "the write block of '" + sides.sourceIndex() + "' was lifted while nobody controlled the run");
        }
    }

    private Steps patient(Steps earlier) {
        return new Steps(term, notes.request(), around.sleeper()).after(earlier).patient();
    }

    private void reachSwap() throws Exception {
        while (true) {
            switch (steps.tried(sides::place)) {
                case TargetPosition.Open _ -> fromOpen();
                case TargetPosition.Fenced(String token) -> fromFence(token);
                case TargetPosition.Live _ -> {
                    return;
                }
                case TargetPosition.Returned _, TargetPosition.Unmarked _ ->
                    throw new GivenUpException(
                            "target index '" + sides.targetIndex() + "' has neither the write alias '"
                                    + sides.names().write() + "' nor another mark of this run: somebody took it away");
            }
        }
    }

    private void fromOpen() throws Exception {
        block();
        drain();
        Equality.Verdict verdict = steps.takeTellingLater("make source and target equal", () -> {
            Equality.Verdict found = new RememberedDifferences(term, around.equality()).establish(steps);
            return Optional.of(new Steps.Taken<>(found, found.sentence()));
        });
        tell(verdict);
        if (!verdict.isEqual()) {
            throw new GivenUpException("source and target are not equal: " + verdict.sentence());
        }
        RejectConsent.of(notes.request(), replace()).require(verdict.report());
        copySource();
        fence(FENCE, sides.names().write());
    }

    private ReplaceIndex replace() {
        return around.settings().replaceIndex();
    }

    /// Before the fence, as it may take long, and behind it, as the one that was made may be gone. Where no
    /// copy is made, nothing may have been rejected since the conditions were checked.
    private void copySource() throws Exception {
        if (replace() == ReplaceIndex.WITHOUT_WAY_BACK) {
            steps.tried(() -> new RejectedDocuments(around.lanes().state().rejected()))
                    .requireNone();
        }
        if (replace() != ReplaceIndex.WITH_COPY) {
            return;
        }
        SourceCopies copies = new SourceCopies(sides, term);
        SourceCopy _ = steps.take(
                COPY,
                () -> copies.make(notes.request().id(), notes.source())
                        .map(copy -> new Steps.Taken<>(copy, "'" + copy.index() + "' has all that it has")));
    }

    /// With another token each time: a call that arrives after an abort must not bring back the token that a
    /// swap, late too, takes away.
    ///
    /// @param mark what the token is to replace, as it was found before this step was told: what a later
    ///     controller puts there is not this one's to take away
    /// @return whether it has replaced that; if not, the place has moved and must be asked for again
    private boolean fence(String name, String mark) throws Exception {
        return steps.take(name, () -> {
            String token = sides.names().token(term.epoch(), term.nextToken());
            if (!sides.fence(mark, token)) {
                return Optional.of(new Steps.Taken<>(false, mark + NOT_THERE));
            }
            acknowledged = token;
            return Optional.of(new Steps.Taken<>(true, "token " + token + " is in its place"));
        });
    }

    /// A controller that has been deposed may be about to lift the block, as no swap was told when it looked.
    /// From now on its call finds its name gone, and one that came before is seen when the block is looked at
    /// again.
    private void takeBlockOver() throws Exception {
        String _ = steps.take(
                "take over the source's write block",
                () -> sides.sourceBlock().takeName().map(name -> new Steps.Taken<>(name, name)));
    }

    private void block() throws Exception {
        boolean isOnlyOurs = !RecordedSteps.sourceWasToBeBlocked(term, notes.request())
                && !notes.request().has(Beginning.FORCE);
        Instant since = steps.take(OurBlocks.OF_SOURCE, () -> {
            boolean wasBlocked = sides.sourceBlock().now().isThere();
            if (wasBlocked && isOnlyOurs && !sides.sourceBlock().isOurs()) {
                throw new GivenUpException("index '" + sides.sourceIndex()
                        + "' has a write block that somebody else has set since the conditions were checked");
            }
            return sides.sourceBlock()
                    .set()
                    .map(held -> new Steps.Taken<>(
                            wasBlocked ? notes.blockedAt() : held.since(), "all shards have acknowledged it"));
        });
        // Not of each block anew: somebody who lifts it again and again would hold the cut-over up for ever.
        boolean isFirst = notes.source().isEmpty();
        note(notes.blocked(isFirst ? since : notes.blockedAt()));
        setDeadline();
    }

    /// The last windows are read, and every record has its outcome.
    private void drain() throws Exception {
        List<CopyNumbers> last = steps.takeTellingLater("read and write what is left", () -> {
            Optional<List<CopyNumbers>> before = source.settled(steps.sleeper());
            if (before.isEmpty()) {
                source.settle(steps.sleeper());
                return Optional.empty();
            }
            MissingMembers absence =
                    new MissingMembers(around.lanes()::workers, term::isPaused, steps::waits, term.clock());
            Sleeper sleeper = steps.sleeper();
            Sleeper watchful = time -> {
                absence.look();
                // Readers may wait for what came into the source's mapping just before it was blocked.
                LastMapping.lookUnderBlock(around, term);
                sleeper.sleep(time);
            };
            new Drain(around.lanes(), term.clock(), watchful)
                    .upToCheckpoints(FinalNumbers.highest(before.get()), steps.deadline());
            return source.settled(steps.sleeper())
                    .filter(after -> FinalNumbers.same(before.get(), after))
                    .map(after -> new Steps.Taken<>(after, "up to " + FinalNumbers.highest(after)));
        });
        notes = CopiedHistories.note(term, notes, last);
    }

    private void fromFence(String found) throws Exception {
        boolean isWhole = !notes.source().isEmpty()
                && steps.tried(() -> sides.sourceBlock().now()) == WriteBlock.WHOLE;
        if (!isWhole) {
            open("begin anew: the source was not blocked", found);
            return;
        }
        if (!found.equals(acknowledged)) {
            takeBlockOver();
            // A controller that has been deposed may still send its swap, whose token must be gone.
            boolean _ = fence(REPLACE_TOKEN, found);
            return;
        }
        copySource();
        quiet();
        Equality.Verdict verdict = steps.takeTellingLater(LAST_COMPARISON, () -> {
            Equality.Verdict check = new RememberedDifferences(term, around.equality()).check(steps);
            return Optional.of(new Steps.Taken<>(check, check.sentence()));
        });
        tell(verdict);
        if (!verdict.isEqual()) {
            open("open the fence again: " + verdict.sentence(), found);
            return;
        }
        RejectConsent.of(notes.request(), replace()).require(verdict.report());
        // Those of the comparison itself: what is written from then on counts as production's.
        notes = AtSwap.note(term, notes, verdict);
        new LastMapping(around, term, steps).give();
        if (isAsCompared()) {
            swap(found);
        }
    }

    /// @return false if both sides must be compared again
    private boolean isAsCompared() throws Exception {
        return steps.takeTellingLater(STILL, () -> {
            boolean isSame = around.equality().isAsCompared(steps.sleeper());
            return Optional.of(new Steps.Taken<>(
                    isSame,
                    isSame ? "up to " + notes.target() : "something was written since, so they are compared again"));
        });
    }

    /// Whether the token was still there is seen when the place is asked for again.
    private void open(String name, String token) throws Exception {
        steps.take(name, "", () -> {
            boolean _ = sides.unfence(token);
            return Optional.of(true);
        });
    }

    /// A bulk that a node accepted before the fence is carried out after it, and would overwrite what a
    /// client writes.
    private void quiet() throws Exception {
        boolean _ = steps.takeTellingLater(
                "wait for bulks under way",
                () -> sides.target().hasBulks(around.run())
                        ? Optional.empty()
                        : Optional.of(new Steps.Taken<>(true, "no node has one")));
        steps.take(
                OurBlocks.QUIET,
                "all shards have said so",
                () -> Optional.of(sides.targetBlock().pass()));
    }

    private void swap(String token) throws Exception {
        boolean isMoved = steps.take(SWAP, () -> {
            if (sides.isFenced(token)) {
                trySwap(token);
            }
            return sides.isFenced(token) ? Optional.empty() : Optional.of(afterSwap(token));
        });
        note(isMoved ? LateAliases.takeAlong(sides, steps, notes) : notes);
    }

    /// What came of it when the token is gone.
    private Steps.Taken<Boolean> afterSwap(String token) throws ElasticException {
        if (!(sides.place() instanceof TargetPosition.Live)) {
            return new Steps.Taken<>(false, "token " + token + NOT_THERE);
        }
        if (onSwap.isWanted()) {
            return new Steps.Taken<>(true, "clients can write when cutover.on-swap has succeeded");
        }
        long millis = Math.max(
                0, term.clock().instant().toEpochMilli() - notes.blockedAt().toEpochMilli());
        notes = notes.swappedAfter(millis);
        return new Steps.Taken<>(true, "no index took writes for " + millis + " ms");
    }

    /// Changes nothing if the token is not there any more. Which aliases production has is written down
    /// before the swap, since afterwards no server can tell, and only while it cannot have happened.
    private void trySwap(String token) throws Exception {
        Optional<String> block = onSwap.isWanted() ? onSwap.holdWrites(token) : Optional.empty();
        if (onSwap.isWanted() ? block.isEmpty() : !onSwap.takesWrites()) {
            return;
        }
        if (replace().isWanted()) {
            last.requireReplaceable(notes.request());
        }
        List<Alias> aliases = sides.productionOfSource();
        if (!sides.isFenced(token)) {
            return;
        }
        last.requireMovable(aliases, notes);
        List<String> names = new ArrayList<>(aliases.stream().map(Alias::name).toList());
        if (replace().isWanted()) {
            names.add(sides.sourceIndex());
        }
        if (!notes.aliases().equals(Optional.of(names))) {
            note(notes.withAliases(names));
        }
        // Kafka may have taken long to write that down.
        if (!last.holdsStill(aliases, notes, replace().isWanted())) {
            return;
        }
        steps.requireGoingOn();
        boolean _ = replace().isWanted() ? sides.replace(token, aliases) : sides.swap(token, aliases, block);
    }

    /// What was found before counts no more, be it better or worse.
    private void tell(Equality.Verdict verdict) {
        RunPlan plan = term.plan();
        term.write(
                Verified.KEY,
                verdict.report()
                        .record(plan.docsTopicId(), plan.sourceShards(), List.of())
                        .encode());
    }

    private void note(CutoverNotes next) {
        term.write(CutoverNotes.KEY, next.encode());
        notes = next;
    }

    /// A controller whose clock was ahead of this one's may have set the block: it lasts no longer for that.
    private void setDeadline() {
        Instant now = term.clock().instant();
        Instant since = notes.blockedAt().isAfter(now) ? now : notes.blockedAt();
        Instant deadline = since.plus(around.settings().maxBlocked());
        steps.until(deadline, this::tooSlow);
        lifeline.hold(new HeldSource(sides, term, notes.request(), deadline));
    }

    private String tooSlow() {
        String trouble = steps.trouble();
        List<String> why = MissingMembers.missing(around.lanes()::workers, term::isPaused);
        why.addFirst("readers, writers or servers took longer than cutover.max-blocked ("
                + around.settings().maxBlocked().toMillis() + " ms)" + (trouble.isEmpty() ? "" : "; " + trouble));
        return String.join("; ", why);
    }
}
