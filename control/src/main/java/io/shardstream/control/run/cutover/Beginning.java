package io.shardstream.control.run.cutover;

import io.shardstream.common.contract.bytes.FullStop;
import io.shardstream.common.contract.bytes.NumberText;
import io.shardstream.common.contract.record.Answer;
import io.shardstream.common.contract.record.CutoverNotes;
import io.shardstream.common.contract.record.ReplaceIndex;
import io.shardstream.common.contract.record.Request;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.control.index.cluster.Alias;
import io.shardstream.control.index.cluster.GivenUpException;
import io.shardstream.control.run.block.ApplicationsPart;
import io.shardstream.control.run.block.Begun;
import io.shardstream.control.run.block.CutoverContext;
import io.shardstream.control.run.block.Lifeline;
import io.shardstream.control.run.block.NamedBlock;
import io.shardstream.control.run.block.OurBlocks;
import io.shardstream.control.run.block.ReturnedNames;
import io.shardstream.control.run.block.Sides;
import io.shardstream.control.run.block.Steps;
import io.shardstream.control.run.block.UntoldBlock;
import io.shardstream.control.run.condition.CanaryCondition;
import io.shardstream.control.run.condition.MeaningCondition;
import io.shardstream.control.run.equality.Equality;
import io.shardstream.control.run.equality.RejectConsent;
import io.shardstream.control.state.LostRejects;
import io.shardstream.control.state.RequestAge;
import io.shardstream.control.state.controller.ControllerEpoch;
import io.shardstream.control.state.controller.DeposedException;
import io.shardstream.control.state.controller.RunStage;
import io.shardstream.control.state.lanes.NotDrainedException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What comes before production is touched: conditions, and warming the target.
public final class Beginning {
    private static final Logger LOG = LoggerFactory.getLogger(Beginning.class);
    static final String FORCE = "force";
    private static final String FORCED = "--force goes on with it.";
    private static final String UNCOMPARED = "Documents and searches were not compared. " + FORCED
            + " It compares them first, and names at the end what it has passed; --dry-run --force names it"
            + " beforehand.";
    /// What a block takes beside the comparison and changes of the cluster state: the last records, and looks
    /// before and after each change. As measured by `shardstream bench cutover` on two cores.
    private static final Duration LOOKS = Duration.ofMillis(500);
    /// What the seven changes of the cluster state take under the block, where each takes about half, and
    /// what all shards confirm of both blocks, as multiples of a change before it.
    private static final int CHANGES = 4;

    /// So that no controller takes it for forgotten. Each is a write that may fail and end the comparison.
    private static final Duration BETWEEN_SIGNS = RequestAge.MOST.dividedBy(3);

    public static final String DRY_RUN = "dry-run";

    private final CutoverContext around;
    private final Sides sides;
    private final ControllerEpoch term;
    private final Request request;
    private final Lifeline lifeline;
    private final Steps steps;
    private final Requirements requirements;
    private List<String> aliases = List.of();
    private Instant nextSign;
    /// Whether names for write blocks were to be taken.
    private boolean isNamed;
    /// How long a change of the cluster state takes: the longest of those that were made to name blocks.
    /// Before them, what it takes in a small cluster that has nothing else to do.
    private Duration change = Duration.ofMillis(120);
    /// Whether deletes of what the source has no more were to be published.
    private boolean mayHaveDeleted;

    /// @param lifeline of this process
    Beginning(CutoverContext around, Sides sides, ControllerEpoch term, Request request, Lifeline lifeline) {
        this.around = around;
        this.sides = sides;
        this.term = term;
        this.request = request;
        this.lifeline = lifeline;
        this.nextSign = term.clock().instant().plus(BETWEEN_SIGNS);
        this.steps = new Steps(term, request, this::carryingOn).unless(new SourceNow(sides)::lostWithTarget);
        this.requirements = new Requirements(around, sides, term, request, steps);
    }

    void begin(RunStage.CatchingUp stage) throws Exception {
        if (!isReady()) {
            return;
        }
        CutoverNotes notes = CutoverNotes.begun(request, term.clock().instant()).withAliases(aliases);
        RunStage.CuttingOver next = stage.cutOver();
        term.enter(next, Map.of(CutoverNotes.KEY, notes.encode()));
        // Its waits carry nothing: the target's mapping is given its last form there.
        Steps underWay = new Steps(term, request, around.sleeper()).after(steps);
        new Cutover(around, sides, term, notes, lifeline, new Begun(underWay, requirements.seen())).goOn(next);
    }

    /// Comparing may take hours, and readers wait for what the source's mapping gets meanwhile.
    private void carryingOn(Duration time) throws InterruptedException {
        around.mapping().lookIfDue(term);
        Instant now = term.clock().instant();
        if (!now.isBefore(nextSign)) {
            steps.goesOn();
            nextSign = now.plus(BETWEEN_SIGNS);
        }
        around.sleeper().sleep(time);
    }

    /// @return false if there is nothing more to do, and the request is answered
    private boolean isReady() throws Exception {
        try {
            return holds();
        } catch (DeposedException | KafkaException e) {
            throw e;
        } catch (ElasticException.Refused e) {
            refuse(e.inSentence());
        } catch (GivenUpException | NotDrainedException e) {
            refuse(String.valueOf(e.getMessage()));
        } catch (RuntimeException e) {
            // Left open, the request would end one controller after the other.
            LOG.warn("The cut-over is refused", e);
            refuse(String.valueOf(e.getMessage()));
        }
        return false;
    }

    private boolean holds() throws Exception {
        if (isMeantOtherwise()) {
            return false;
        }
        requirements.hold();
        List<String> problems = check();
        // Comparing them may take hours.
        if (isForbidden(problems, UNCOMPARED)) {
            return false;
        }
        if (!request.has(DRY_RUN)) {
            takeNames();
            sweep();
        }
        // Nothing can force it: under the block the same would be found, and all be taken back.
        Equality.Verdict compared = compare();
        // Before what must come right before the block.
        Optional<MeaningCondition> searches =
                MeaningCondition.of(steps, around.equality(), compared, requirements.agreed());
        String after = tell();
        CanaryCondition canaries = CanaryCondition.of(steps, sides, around.settings(), requirements.agreed());
        if (!compared.isEqual()) {
            refuse(
                    "source and target differ: " + compared.sentence() + lostRejects(),
                    RememberedDifferences.remedy(around.equality()));
            return false;
        }
        Equality.Approach approach = approach();
        RejectConsent consent = RejectConsent.of(request, around.settings().replaceIndex());
        Optional<String> unaccepted = consent.refusal(compared.report());
        if (unaccepted.isPresent()) {
            refuse(unaccepted.get(), consent.remedy(compared.report()));
            return false;
        }
        List<String> passed = new ArrayList<>();
        for (Doubt doubt : List.of(
                new Doubt(
                        searches.flatMap(MeaningCondition::refusal),
                        searches.map(MeaningCondition::remedy).orElse("")),
                new Doubt(canaries.refusal(), CanaryCondition.REMEDY),
                new Doubt(tooSlow(approach, compared), FORCED))) {
            List<String> why = doubt.why().stream().toList();
            if (isForbidden(why, doubt.remedy())) {
                return false;
            }
            passed.addAll(why);
        }
        if (request.has(DRY_RUN)) {
            passed.addAll(0, problems);
            answer(
                    Answer.Outcome.DONE,
                    "It could be cut over now. Nothing was changed. "
                            + (request.has(FORCE) ? PassedByForce.forecast(passed) : "")
                            + accepted(compared)
                            + searches.map(MeaningCondition::told).orElse("")
                            + canaries.told()
                            + asSentence(forecast(approach))
                            + requirements.told()
                            + requirements.silentAddresses()
                            + requirements.unused(searches, canaries)
                            + after);
            return false;
        }
        // What came while both sides were compared.
        requirements.holdAfterComparing();
        problems = request.has(FORCE) ? check() : checkPatiently();
        if (isForbidden(problems, FORCED)) {
            return false;
        }
        if (request.has(FORCE)) {
            passed.addAll(0, problems);
            new PassedByForce(around, sides, term, steps).note(passed);
        }
        requirements.holdRightBeforeTheBlock();
        return true;
    }

    /// What speaks against it after the comparison and can be forced.
    ///
    /// @param why a part of a sentence; empty if nothing does
    /// @param remedy a sentence
    private record Doubt(Optional<String> why, String remedy) {}

    /// What passes within seconds, such as a primary that is moved or readers that are started again, is not
    /// worth a comparison of hours.
    private List<String> checkPatiently() throws Exception {
        List<String> problems = check();
        for (int look = 1; !problems.isEmpty() && requirements.mayPass(look); look++) {
            steps.sleeper().sleep(Requirements.BETWEEN_LOOKS);
            problems = check();
        }
        return problems;
    }

    /// @param remedy a sentence
    /// @return whether it is refused for these
    private boolean isForbidden(List<String> problems, String remedy) {
        boolean isSo = !problems.isEmpty() && !request.has(FORCE);
        if (isSo) {
            refuse(String.join("; ", problems), remedy);
        }
        return isSo;
    }

    /// Whoever asks was told what is done by a run file, and it is done by the one with which this process
    /// was started.
    private boolean isMeantOtherwise() {
        Optional<String> otherwise = around.settings().terms().difference(request);
        otherwise.ifPresent(why -> refuse(why, "Start 'control' again with the run file that is meant."));
        return otherwise.isPresent();
    }

    /// What production would notice although it is no difference, as a sentence; empty if there is nothing.
    private static String accepted(Equality.Verdict verdict) {
        boolean isAny = verdict.report().rejects() > 0 || verdict.report().replaced() > 0;
        return isAny ? "Compared were " + verdict.sentence() + ". " : "";
    }

    /// Those are among what differs, and nothing names them.
    private String lostRejects() {
        return LostRejects.sentence(around.lanes().state().lostRejects(), false)
                .map(lost -> "; " + lost)
                .orElse("");
    }

    private List<String> check() throws Exception {
        return steps.takeReading("check the conditions", () -> {
            List<String> problems =
                    requirements.conditions().problems(around.lanes().state());
            return Optional.of(
                    new Steps.Taken<>(problems, problems.isEmpty() ? "all hold" : String.join("; ", problems)));
        });
    }

    /// Before anything is blocked, so that a user who may not give an index an alias is told early.
    private void takeNames() throws Exception {
        takeName(sides.sourceIndex(), sides.sourceBlock());
        takeName(sides.targetIndex(), sides.targetBlock());
    }

    private void takeName(String index, NamedBlock block) throws Exception {
        boolean _ = steps.take(OurBlocks.TAKE_NAME, () -> {
            boolean wasNamed = isNamed;
            try {
                if (block.now().isThere()) {
                    // The name may be that by which another run lifts it.
                    return block.isLeftByOthers()
                            ? Optional.of(new Steps.Taken<>(true, "it has a write block, whose name stays"))
                            : Optional.empty();
                }
                isNamed = true;
                Instant begun = term.clock().instant();
                Optional<String> name = UntoldBlock.nameFor(block, index, term);
                noteChange(Duration.between(begun, term.clock().instant()));
                return name.map(taken -> new Steps.Taken<>(true, taken));
            } catch (ElasticException.Refused e) {
                isNamed = wasNamed;
                if (!e.isOfUser()) {
                    throw e;
                }
                throw new GivenUpException("the user may not give index '" + index + "' an alias '"
                        + sides.names().blockPrefix() + "...', through which its writes are blocked: the index"
                        + " privilege 'manage' is needed on both names");
            }
        });
    }

    private void noteChange(Duration took) {
        if (took.compareTo(change) > 0) {
            change = took;
        }
    }

    /// Under the block it would cost time in which no index takes writes.
    private void sweep() throws Exception {
        mayHaveDeleted = true;
        long _ = steps.takeReading("sweep while both sides move", () -> {
            long deleted = around.equality().sweepOnline(steps.sleeper());
            return Optional.of(
                    new Steps.Taken<>(deleted, NumberText.of(deleted, "document") + " that the source has no more"));
        });
    }

    private Equality.Verdict compare() throws Exception {
        return steps.takeReading("compare while both sides move", () -> {
            Equality.Verdict verdict = new RememberedDifferences(term, around.equality()).checkOnline(steps);
            return Optional.of(new Steps.Taken<>(verdict, verdict.sentence()));
        });
    }

    /// The last before the block, so that hardly anything is new under it.
    private Equality.Approach approach() throws Exception {
        mayHaveDeleted |= !request.has(DRY_RUN);
        return steps.takeReading("count what is old, read what is new", () -> {
            Equality.Approach made = around.equality().approach(steps.sleeper(), !request.has(DRY_RUN));
            return Optional.of(new Steps.Taken<>(made, forecast(made)));
        });
    }

    /// What takes longer than the block may last is better known before production is blocked in vain.
    private Optional<String> tooSlow(Equality.Approach approach, Equality.Verdict online) {
        Duration most = around.settings().maxBlocked();
        Duration expected = approach.counts() ? blocked(approach) : online.reading();
        if (expected.compareTo(most) <= 0) {
            return Optional.empty();
        }
        String why = approach.counts()
                ? "writes would be refused for about %.1f s"
                : "the target alone was read for %.1f s to compare it, and is once more under the block";
        return Optional.of(
                (why + "; that may last for cutover.max-blocked, %.1f s: set that higher, to twice as much at least")
                        .formatted(seconds(expected), seconds(most)));
    }

    /// Where it is counted, from what was counted right before. A part of a sentence.
    private String forecast(Equality.Approach approach) {
        return approach.counts()
                ? "writes will be refused for about %.1f s%s: %s"
                        .formatted(seconds(blocked(approach)), unknown(), approach.sentence())
                : "under the block " + approach.sentence();
    }

    /// For how long writes will be refused, as far as can be told.
    private Duration blocked(Equality.Approach approach) {
        return approach.expected().plus(LOOKS).plus(change.multipliedBy(CHANGES));
    }

    private static String asSentence(String part) {
        return Character.toUpperCase(part.charAt(0)) + part.substring(1) + ". ";
    }

    /// What takes a time that nobody knows before.
    private String unknown() {
        if (around.settings().onSwap().isPresent()) {
            return " and as long as cutover.on-swap takes";
        }
        return around.settings().replaceIndex() == ReplaceIndex.WITH_COPY
                ? " and as long as the copy of the source takes"
                : "";
    }

    private static double seconds(Duration time) {
        return time.toMillis() / 1000.0;
    }

    private String tell() throws Exception {
        return steps.take("see what the application must do", () -> {
            aliases = sides.productionOfSource().stream().map(Alias::name).toList();
            String sentence = new ApplicationsPart(sides)
                    .beforeSwap(around.settings(), term.plan().reading().versions());
            return Optional.of(new Steps.Taken<>(sentence, sentence));
        });
    }

    private void refuse(String why) {
        refuse(why, "");
    }

    /// @param remedy a sentence; empty if there is none
    private void refuse(String why, String remedy) {
        ReturnedNames.giveBack(sides.sourceBlock(), sides.targetBlock());
        answer(
                Answer.Outcome.REFUSED,
                "Not cut over: " + FullStop.of(why) + " " + changed() + (remedy.isEmpty() ? "" : " " + remedy));
    }

    /// What has been done to both indices until now, as a sentence.
    private String changed() {
        if (!isNamed && !mayHaveDeleted) {
            return "Nothing was changed.";
        }
        List<String> done = new ArrayList<>();
        if (isNamed) {
            done.add("the indices may have an alias more, '" + sides.names().blockPrefix() + "...'");
        }
        if (mayHaveDeleted) {
            done.add("documents that the source no longer has may have been deleted from the target");
        }
        return "Production was not blocked or moved; " + String.join(", and ", done) + ".";
    }

    private void answer(Answer.Outcome outcome, String sentence) {
        term.answer(request, outcome, sentence);
    }
}
