package io.shardstream.control.run.cutover;

import io.shardstream.common.contract.bytes.FullStop;
import io.shardstream.common.contract.record.Answer;
import io.shardstream.common.contract.record.CutoverNotes;
import io.shardstream.common.contract.record.OwnBlock;
import io.shardstream.common.contract.record.Request;
import io.shardstream.common.contract.record.Side;
import io.shardstream.common.contract.record.Step;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.control.index.cluster.FoundIndex;
import io.shardstream.control.index.cluster.GivenUpException;
import io.shardstream.control.index.cluster.TargetPosition;
import io.shardstream.control.run.block.CutoverContext;
import io.shardstream.control.run.block.OurBlocks;
import io.shardstream.control.run.block.ReplacedException;
import io.shardstream.control.run.block.Sides;
import io.shardstream.control.run.block.SourceCopies;
import io.shardstream.control.run.block.Steps;
import io.shardstream.control.run.block.WriteAccess;
import io.shardstream.control.state.controller.ControllerEpoch;
import io.shardstream.control.state.controller.DeposedException;
import io.shardstream.control.state.controller.RunStage;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Gives up the way back: takes the run's last mark off the target. The source stays blocked.
final class Release {
    private static final String MARK = "say in the target's mapping that production has it";
    private static final String UNMARK = "take the run's mark off the target";

    private static final Logger LOG = LoggerFactory.getLogger(Release.class);
    /// How long it waits for what the source says, whose cluster may be gone.
    private static final Duration ASKING_SOURCE = Duration.ofSeconds(10);

    /// How long it waits for the target to take a note.
    private static final Duration ASKING_TARGET = Duration.ofSeconds(20);

    private final Sides sides;
    private final ControllerEpoch term;
    private final Request request;
    private final Steps steps;
    private final Successor successor;

    /// @param steps that end when another request takes the place of this one
    Release(
            CutoverContext around,
            Sides sides,
            ControllerEpoch term,
            Request request,
            CutoverNotes notes,
            Steps steps) {
        this.sides = sides;
        this.term = term;
        this.request = request;
        this.steps = steps;
        this.successor = new Successor(around, sides, term, notes, steps.sleeper());
    }

    /// Whether one may have begun to give the way back up, by its steps.
    static boolean hasMarked(List<Step> steps) {
        return steps.stream()
                .anyMatch(step -> step.name().equals(MARK) || step.name().equals(UNMARK));
    }

    /// @return whether production has gone back to the source: then nothing is answered yet
    boolean findsReturned(RunStage.Completed stage) throws Exception {
        try {
            if (openTarget() instanceof TargetPosition.Returned) {
                return true;
            }
            go(stage);
        } catch (DeposedException | KafkaException | ReplacedException e) {
            throw e;
        } catch (ElasticException | RuntimeException e) {
            LOG.warn("The release is given up: {}", e.getMessage());
            refuse(ElasticException.inSentence(e));
        }
        return false;
    }

    /// A rollback that was not finished may have blocked it: then there is no giving up.
    private TargetPosition openTarget() throws Exception {
        OpenRollbacks rollbacks = OpenRollbacks.before(request, term);
        if (!rollbacks.areThere()) {
            steps.whileServersAnswer();
        }
        TargetPosition place = OurBlocks.openForProduction(sides, term, steps);
        if (!(place instanceof TargetPosition.Returned)) {
            rollbacks.end();
        }
        steps.whileServersAnswer();
        return place;
    }

    private void go(RunStage.Completed stage) throws Exception {
        Optional<String> notAccepted = successor.notAccepted(request);
        if (notAccepted.isPresent()) {
            refuse(notAccepted.get());
            return;
        }
        Successor.Finding found = steps.take("see whether the way back can be given up", () -> {
            Successor.Finding finding = successor.look();
            return Optional.of(new Steps.Taken<>(finding, detail(finding)));
        });
        switch (found) {
            case Successor.Finding.Needed(String why) -> refuse(why);
            case Successor.Finding.Serves(String stray) -> releaseUnlessLost(stage, stray);
            case Successor.Finding.HasGoneOn(String aboutSource) ->
                release(stage, "production has gone on from " + sides.targetIndex(), aboutSource, "");
        }
    }

    /// @param stray where aliases are that are not on the target, as sentences; empty if it has all
    private void releaseUnlessLost(RunStage.Completed stage, String stray) throws Exception {
        steps.whileServersAnswer();
        Steps.Asked<Optional<String>> lost =
                steps.soon(() -> steps.take("see that the target has what it had at the swap", () -> {
                    Optional<String> found = successor.lost(request);
                    return Optional.of(new Steps.Taken<>(found, found.orElse("it has")));
                }));
        Optional<String> needed = lost.answer().orElseGet(() -> Optional.of(successor.lostUnseen(lost.why())));
        if (needed.isPresent()) {
            refuse(needed.get());
            return;
        }
        steps.whileServersAnswer();
        Steps.Asked<String> aboutSource = steps.soon(ASKING_SOURCE, () -> steps.tried(successor::aboutSource));
        release(
                stage,
                "production was moved to " + sides.targetIndex() + ", for good",
                (stray + " " + aboutSource.answer().orElseGet(() -> successor.sourceUnseen(aboutSource.why()))).strip(),
                steps.tried(() -> WriteAccess.toTarget(sides)).sentence());
    }

    private String detail(Successor.Finding finding) {
        return switch (finding) {
            case Successor.Finding.Serves(String stray) ->
                ("'" + sides.targetIndex() + "' serves production. " + stray).strip();
            case Successor.Finding.HasGoneOn(String aboutSource) -> aboutSource;
            case Successor.Finding.Needed(String why) -> why;
        };
    }

    private void refuse(String why) {
        term.answer(request, Answer.Outcome.REFUSED, "Not released: " + FullStop.of(why));
    }

    /// @param left what keeps clients from writing, and what to do about it; empty if nothing does
    private void release(RunStage.Completed stage, String why, String aboutSource, String left) throws Exception {
        // From here on there is no way back: whoever asks for something else finds the run ended.
        steps.patient();
        String unmarked = mark() + unmark();
        Answer answer = new Answer(
                request.id(),
                left.isEmpty() && unmarked.isEmpty() ? successor.outcome() : Answer.Outcome.DIFFERENT,
                "The way back is given up. " + aboutSource + new SourceCopies(sides, term).leftForGood()
                        + (left.isEmpty() ? "" : " " + left) + unmarked,
                term.clock().instant());
        Map<String, byte @Nullable []> records = new HashMap<>();
        records.put(Answer.key(request.id()), answer.encode());
        // One that is there still has been taken over by another run: nothing of this one goes on with it.
        records.put(OwnBlock.key(Side.TARGET), null);
        term.enter(stage.released(why), records);
    }

    /// Takes the mark of the cut-over away, without which nothing brings production back. The call for it may
    /// be carried out though its answer is lost, and late: so the way back counts as given up once it is
    /// sent.
    ///
    /// @return what to mind if nobody can say whether it is gone, as a sentence with a space before it; empty
    ///     if it is
    /// @throws ElasticException.Refused if it is there, and the target does not let it go
    private String unmark() throws Exception {
        steps.whileServersAnswer();
        try {
            steps.take(UNMARK, "'rollback' is not possible any more", () -> {
                // Another index of its name has the mark of another run, and may be an alias by now, as a later run
                // leaves it that replaces an index.
                if (ourTarget().isEmpty()) {
                    return Optional.of(true);
                }
                sides.drop(sides.names().live());
                return Optional.of(!(sides.place() instanceof TargetPosition.Live));
            });
            return "";
        } catch (GivenUpException e) {
            return " It is not known whether '" + sides.targetIndex() + "' still has the alias '"
                    + sides.names().live() + "' of this run: "
                    + FullStop.of(String.valueOf(e.getMessage()))
                    + " 'clean' removes it when its cluster answers.";
        }
    }

    /// The index that this run wrote to, empty if it is gone, whether another one has its name or not.
    private Optional<FoundIndex> ourTarget() throws ElasticException {
        return FoundIndex.of(sides.target(), sides.targetIndex(), term.plan().targetUuid());
    }

    /// Has the target say that production was given it, so that nobody adopts it for a copy when the run's
    /// aliases are gone. What does not take that is released all the same.
    ///
    /// @return what to mind if it does not say so, as a sentence with a space before it; empty if it does
    private String mark() throws Exception {
        String target = sides.targetIndex();
        Steps.Asked<Boolean> marked = steps.soon(
                ASKING_TARGET,
                () -> steps.take(MARK, () -> {
                    Optional<FoundIndex> found = ourTarget();
                    if (found.isPresent()) {
                        sides.target().markReleased(target);
                    }
                    return Optional.of(new Steps.Taken<>(true, found.isPresent() ? "it does" : "it is gone"));
                }));
        return marked.answer().isPresent()
                ? ""
                : " The mapping of '" + target + "' could not be given the note that production has it ("
                        + marked.why() + "): give that index to no run with --adopt-target, which would bring back what"
                        + " clients delete.";
    }
}
