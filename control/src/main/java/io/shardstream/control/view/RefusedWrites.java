package io.shardstream.control.view;

import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.record.OwnBlock;
import io.shardstream.common.record.Phase;
import io.shardstream.common.record.RunPhase;
import io.shardstream.common.record.Side;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/// That the run has blocked clients' writes to the index that production uses, and has not taken that back yet. Whoever
/// looks at a run has to know this before anything else: if no process controls the run, nothing ends it by itself.
///
/// @param index whose writes are refused
/// @param since when the block was first asked for
/// @param by what has blocked it, such as `a cut-over`
/// @param remedy a sentence: which command takes it back
public record RefusedWrites(String index, Instant since, String by, String remedy) {
    /// As far as the control topic says. The source of a run that has been cut over stays blocked on purpose, which is
    /// not told; so does the target of one that was rolled back.
    public static Optional<RefusedWrites> of(ControlRecords said) {
        return switch (said.phase().map(RunPhase::phase).orElse(Phase.BACKFILL)) {
            case BACKFILL, CATCHING_UP, CUTTING_OVER -> of(said, Side.SOURCE, "a cut-over", "'abort' takes that back.");
            case COMPLETED ->
                of(
                        said,
                        Side.TARGET,
                        "a rollback",
                        "'rollback' goes on with it, 'release' gives it up: both let clients write again.");
            case ABORTED, FAILED -> Optional.empty();
        };
    }

    private static Optional<RefusedWrites> of(ControlRecords said, Side side, String by, String remedy) {
        return said.of(OwnBlock.key(side), OwnBlock::decode)
                .filter(block -> !block.isOnAnother())
                .map(block -> new RefusedWrites(block.index(), block.since(), by, remedy));
    }

    /// What is the matter, as a sentence.
    public String what() {
        return "Writes to '%s' are refused since %s: %s of this run has blocked them."
                .formatted(index, since.truncatedTo(ChronoUnit.SECONDS), by);
    }

    /// The same with what to do about it.
    public String sentence() {
        return what() + " " + remedy;
    }
}
