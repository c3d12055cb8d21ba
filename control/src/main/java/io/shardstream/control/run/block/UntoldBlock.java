package io.shardstream.control.run.block;

import io.shardstream.common.contract.record.Answer;
import io.shardstream.common.contract.record.Controller;
import io.shardstream.common.contract.record.CutoverNotes;
import io.shardstream.common.contract.record.Request;
import io.shardstream.common.contract.record.Step;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.control.index.cluster.FoundIndex;
import io.shardstream.control.index.cluster.GivenUpException;
import io.shardstream.control.index.cluster.RunAliases;
import io.shardstream.control.index.cluster.TargetPosition;
import io.shardstream.control.state.controller.ControllerEpoch;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A write block of the source that is this run's by its name, and of which the control topic knows nothing,
/// as where somebody has put that back to a state from before a cut-over.
///
/// The name alone does not say it: it stays when a block is lifted, and somebody else may set one then. So it
/// must be one that nothing in the control topic can have made: of a later controller than the topic knows
/// of; or, where no cut-over that the topic knows of has begun to block the source, neither of a step that
/// took a name and says it, nor of an `abort` that took such a block over. Where a cut-over has, or so many
/// were tried that steps are forgotten, the block is taken for somebody else's.
public final class UntoldBlock {
    public static final String TAKE_OVER = "take over a write block of which Kafka knows nothing";

    private static final Logger LOG = LoggerFactory.getLogger(UntoldBlock.class);

    private UntoldBlock() {}

    /// @param aliases of the index
    /// @param said what the control topic says
    /// @return its name; empty if the topic may know of it, or another run has named the index
    static Optional<String> nameAmong(Collection<String> aliases, RunAliases names, ControlRecords said) {
        Set<String> all = RunAliases.blocks(aliases);
        return all.stream()
                .sorted()
                .findFirst()
                .filter(_ -> all.stream().noneMatch(name -> isKnown(name, names, said)));
    }

    private static boolean isKnown(String name, RunAliases names, ControlRecords said) {
        return names.attemptOf(name)
                .map(made -> isOfKnownController(made, said)
                        && (mayHaveForgotten(said)
                                || said.all(Step.KEY_PREFIX, Step::decode).stream()
                                        .anyMatch(step -> mayHaveMade(step, made, names))))
                .orElse(true);
    }

    private static boolean isOfKnownController(RunAliases.Made made, ControlRecords said) {
        return said.of(Controller.KEY, Controller::decode)
                .filter(last -> last.epoch() >= made.epoch())
                .isPresent();
    }

    /// Steps of a cut-over that was tried and given up are not kept for ever.
    private static boolean mayHaveForgotten(ControlRecords said) {
        return said.of(CutoverNotes.KEY, CutoverNotes::decode).isPresent()
                || said.all(Answer.key(Request.Kind.CUTOVER.label()), Answer::decode)
                                .size()
                        >= ControllerEpoch.KEPT_ATTEMPTS;
    }

    private static boolean mayHaveMade(Step step, RunAliases.Made made, RunAliases names) {
        if (step.name().equals(OurBlocks.OF_SOURCE)) {
            // From then on, names are taken that no step says.
            return true;
        }
        if (step.name().equals(TAKE_OVER)) {
            // One that was killed before it had written that the block is its own is to be done again.
            return step.isDone() || step.epoch() < made.epoch();
        }
        return step.name().equals(OurBlocks.TAKE_NAME)
                && step.epoch() == made.epoch()
                && (!step.isDone()
                        || names.attemptOf(step.detail())
                                .filter(told -> told.number() >= made.number())
                                .isPresent());
    }

    /// What the servers say of the index that clients use.
    private enum Used {
        SOURCE,
        TARGET,
        /// Without aliases nobody tells.
        EITHER
    }

    /// Whether clients use the target, as the servers say, or may use it, so that the source must stay closed.
    public static boolean isProductionOnTarget(Sides sides) throws ElasticException {
        return used(sides) != Used.SOURCE;
    }

    private static Used used(Sides sides) throws ElasticException {
        Optional<FoundIndex> target = sides.foundTarget();
        if (target.isEmpty()) {
            return Used.SOURCE;
        }
        Set<String> there = target.get().production();
        Set<String> here = sides.foundSource().map(FoundIndex::production).orElse(Set.of());
        Used byAliases = here.stream().anyMatch(there::contains) ? Used.TARGET : Used.SOURCE;
        return switch (sides.names().placeOf(target.get().aliases())) {
            case TargetPosition.Live _ -> Used.TARGET;
            case TargetPosition.Open _, TargetPosition.Fenced _ ->
                here.isEmpty() && !there.isEmpty() ? Used.TARGET : byAliases;
            case TargetPosition.Returned _ -> here.isEmpty() && !there.isEmpty() ? Used.EITHER : byAliases;
            case TargetPosition.Unmarked _ -> here.isEmpty() ? Used.EITHER : byAliases;
        };
    }

    /// Takes a name for a block that is to be set, as [NamedBlock#prepareUnlessBlocked()] does. One that a
    /// later controller has taken is not taken away. A controller is written down before it takes a name: so
    /// either this one is deposed, or Kafka has lost the other one, and waiting is of no use.
    ///
    /// @return empty if it must be tried again
    /// @throws GivenUpException if Kafka has lost it, or another run has blocked the index
    public static Optional<String> nameFor(NamedBlock block, String index, ControllerEpoch term)
            throws ElasticException {
        if (!block.isOfLater()) {
            return block.prepareUnlessBlocked();
        }
        String there = String.join(",", block.ownNames());
        term.requireControl();
        throw new GivenUpException("'" + index + "' has the alias '" + there + "' of a later controller of this run"
                + " than Kafka's control topic knows of, as where that was put back to an earlier state. Take the"
                + " alias away, and give 'cutover' again: DELETE /" + index + "/_alias/" + there + ".");
    }

    /// What is the matter, behind the name of the index.
    public static String what(String name) {
        return "it has a write block that this run has set (alias '" + name + "') and of which Kafka's control topic"
                + " knows nothing, as where that was put back to an earlier state";
    }

    /// What to do about one that an abort does not lift. How the source is must be told also where the target
    /// does not answer.
    static String remedy(Sides sides) {
        String lifting = "'abort' lifts it when the target answers";
        try {
            return switch (used(sides)) {
                case SOURCE -> lifting + ".";
                case TARGET -> leaving(sides, "is");
                case EITHER -> leaving(sides, "may be");
            };
        } catch (ElasticException e) {
            LOG.debug("Where production is cannot be told: {}", e.getMessage());
            return lifting + ", unless production is on '" + sides.targetIndex() + "'.";
        }
    }

    private static String leaving(Sides sides, String is) {
        return "Production " + is + " on '" + sides.targetIndex() + "': leave the block, as what clients wrote to '"
                + sides.sourceIndex() + "' would be missing there. 'abort --run' ends this run, which does not know of"
                + " its cut-over, and leaves the aliases where they are.";
    }
}
