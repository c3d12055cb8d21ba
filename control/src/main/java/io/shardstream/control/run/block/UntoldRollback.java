package io.shardstream.control.run.block;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.control.index.cluster.FoundIndex;
import io.shardstream.control.index.cluster.RunAliases;
import io.shardstream.control.index.cluster.TargetPosition;
import io.shardstream.control.index.cluster.WriteBlock;
import java.util.Optional;

/// A swap, or a swap back, that the target's aliases tell and of which the control topic knows nothing, as
/// where somebody has put that back to a state from before the cut-over. A rollback that was under way then
/// may have left its write block on the target. Nobody goes on with it: what it needs stood in the topic.
public final class UntoldRollback {
    private static final String NOT_TOLD =
            ", of which Kafka's control topic knows nothing, as where that was put back to an earlier state. ";

    private UntoldRollback() {}

    /// What is so, and what leads out of it, as sentences; empty if the target has no mark of a swap.
    public static Optional<String> sentence(Sides sides) throws ElasticException {
        return switch (sides.place()) {
            case TargetPosition.Returned _ -> {
                WriteAccess source = WriteAccess.toSource(sides);
                yield Optional.of(returned(sides) + (source.isOpen() ? "" : source.sentence() + " ") + closed(sides));
            }
            case TargetPosition.Live _ ->
                Optional.of("The target '" + sides.targetIndex() + "' has the mark of a cut-over (alias '"
                        + sides.names().live() + "')" + NOT_TOLD
                        + "'abort --run' ends this run, which goes by that topic, and leaves the aliases where they"
                        + " are."
                        + block(sides));
            case TargetPosition.Open _, TargetPosition.Fenced _, TargetPosition.Unmarked _ -> Optional.empty();
        };
    }

    /// What an abort leaves of a target from which production has gone back, as sentences.
    public static String left(Sides sides) {
        return returned(sides) + closed(sides);
    }

    private static String returned(Sides sides) {
        return "A rollback has moved production back to '" + sides.sourceIndex() + "' (alias '"
                + sides.names().returned() + "' of '" + sides.targetIndex() + "')" + NOT_TOLD;
    }

    private static String closed(Sides sides) {
        return "The target '" + sides.targetIndex()
                + "' stays as the rollback has left it, closed to clients as well as to this run, which would mix what"
                + " it copies with what clients wrote there: give the run up with 'abort --run', and begin a new one"
                + " under another name.";
    }

    /// That clients cannot write to a target that has the mark of a swap, and how to change that, as
    /// sentences behind a space; empty if they can. Whether a rollback is under way is for people to say: its
    /// controller may live, and wait for a server.
    public static String block(Sides sides) throws ElasticException {
        Optional<String> name = sides.foundTarget().flatMap(found -> ownBlock(sides, found));
        if (name.isEmpty() || !sides.isTargetBlocked()) {
            WriteAccess access = WriteAccess.toTarget(sides);
            return access.isOpen() ? "" : " " + access.sentence();
        }
        return " Clients cannot write to '" + sides.targetIndex() + "': it has a write block, and alias '" + name.get()
                + "' of this run, as in a rollback that was not finished. The control topic does not say that the run"
                + " has set it. If no process of the run is at work any more that was told to roll back, and clients"
                + " use '" + sides.targetIndex() + "', lift it: " + WriteBlock.lifting(name.get()) + ".";
    }

    private static Optional<String> ownBlock(Sides sides, FoundIndex target) {
        return RunAliases.blocks(target.aliases()).stream()
                .filter(sides.names()::hasId)
                .findFirst();
    }
}
