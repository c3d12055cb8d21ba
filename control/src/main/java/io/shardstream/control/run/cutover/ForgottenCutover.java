package io.shardstream.control.run.cutover;

import io.shardstream.common.contract.record.CutoverNotes;
import io.shardstream.common.contract.record.Step;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.control.index.cluster.FoundIndex;
import io.shardstream.control.index.cluster.TargetPosition;
import io.shardstream.control.run.block.Sides;
import io.shardstream.control.state.controller.ControllerEpoch;
import java.util.List;

/// A cut-over of which the target knows nothing any more, though the run's record says that production was
/// moved: its cluster was put back to an earlier state, from a backup of its disks or a snapshot, or somebody
/// has taken the mark of the cut-over away.
///
/// @param source the index that was copied, or its copy where the swap has deleted it
/// @param target the index to which production was moved
/// @param aliases those that the swap has moved
/// @param isBack whether these are all on the source, and none is on the target
/// @param isWritable whether the target has the run's write alias, or a token in its place, which the swap
///     took away
/// @param isReleased whether the way back was given up before
record ForgottenCutover(
        String source, String target, List<String> aliases, boolean isBack, boolean isWritable, boolean isReleased) {

    ForgottenCutover {
        aliases = List.copyOf(aliases);
    }

    /// Whether a target that stands there has lost the mark of its run's cut-over, which a release takes away.
    static boolean isSo(TargetPosition place, boolean isReleased) {
        return switch (place) {
            case TargetPosition.Live _, TargetPosition.Returned _ -> false;
            case TargetPosition.Unmarked _ -> !isReleased;
            case TargetPosition.Open _, TargetPosition.Fenced _ -> true;
        };
    }

    /// Whether the target is as it was before the swap, and the run could write to it again.
    static boolean isWritable(TargetPosition place) {
        return switch (place) {
            case TargetPosition.Open _, TargetPosition.Fenced _ -> true;
            case TargetPosition.Live _, TargetPosition.Returned _, TargetPosition.Unmarked _ -> false;
        };
    }

    static boolean isReleased(ControllerEpoch term) {
        return Release.hasMarked(term.all(Step.KEY_PREFIX, Step::decode));
    }

    /// Asks where the aliases are.
    ///
    /// @param place where the target stands
    static ForgottenCutover found(Sides sides, ControllerEpoch term, CutoverNotes notes, TargetPosition place)
            throws ElasticException {
        return new ForgottenCutover(
                sides.sourceIndex(),
                sides.targetIndex(),
                notes.aliases().orElse(List.of()),
                new MovedByHand(sides, notes).isSo(),
                isWritable(place),
                isReleased(term));
    }

    /// What is, and which command ends the run, as sentences that begin with a small letter.
    String sentence() {
        return what() + " " + wayOut();
    }

    /// What is, as a sentence that begins with a small letter.
    String what() {
        return "the record says that production was moved to '" + target + "', but "
                + (isBack
                        ? FoundIndex.quoted(aliases) + (aliases.size() == 1 ? " is" : " are") + " on '" + source
                                + "', and '"
                        : "'")
                + target + "' has no mark of the cut-over, as where " + (isBack ? "the" : "its")
                + " cluster was put back to an earlier state.";
    }

    /// Which command ends the run.
    String wayOut() {
        if (isReleased) {
            return "'clean' deletes what the run has, as the way back was given up before.";
        }
        if (isBack) {
            return command() + " ends the run.";
        }
        String staying = isWritable ? "" : "Where production stays on '" + target + "', 'release' ends the run.";
        String back = aliases.isEmpty()
                ? isWritable ? "If production is on '" + source + "', " + command() + " ends the run." : ""
                : MovedByHand.advice(source, target, command());
        return (staying + " " + back).strip();
    }

    /// What was written since cannot be counted in a target that is as it was before the swap.
    private String command() {
        return isWritable ? MovedByHand.COMMAND_WITH_LOSS : MovedByHand.COMMAND;
    }
}
