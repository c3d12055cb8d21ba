package io.shardstream.control.run.cutover;

import io.shardstream.common.contract.record.OwnBlock;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.RunPhase;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.record.Side;
import io.shardstream.common.kafka.ControlRecords;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// That the run has blocked clients' writes to the index that production uses, and has not taken that back
/// yet. Whoever looks at a run has to know this before anything else: if no process controls the run, nothing
/// ends it by itself.
///
/// @param isSure whether the block is known to be there. A controller that died while it set or lifted the
///     block could not say so
/// @param index whose writes are refused
/// @param orIndex the other index, where it is not known which of both production is on
/// @param since when the block was first asked for
/// @param by what has blocked it, such as `a cut-over`
/// @param remedy a sentence: which command takes it back
public record RefusedWrites(
        boolean isSure, String index, Optional<String> orIndex, Instant since, String by, String remedy) {
    private static final String CUTOVER = "a cut-over";
    private static final String ROLLBACK = "a rollback";

    /// As far as the control topic says. The source of a run that has been cut over stays blocked on purpose,
    /// which is not told; so does the target of one that was rolled back.
    public static Optional<RefusedWrites> of(ControlRecords said) {
        return switch (said.phase().map(RunPhase::phase).orElse(Phase.BACKFILL)) {
            case BACKFILL, CATCHING_UP -> block(said, Side.SOURCE).map(block -> ofSource(said, block));
            case CUTTING_OVER -> inCutover(said);
            case COMPLETED -> afterCutover(said);
            case ABORTED, FAILED -> Optional.empty();
        };
    }

    private static Optional<RefusedWrites> inCutover(ControlRecords said) {
        Optional<String> target = said.plan().map(RunPlan::targetIndex);
        return switch (ProductionAt.inCutover(said)) {
            case SOURCE, SOURCE_OPEN -> block(said, Side.SOURCE).map(block -> ofSource(said, block));
            case TARGET ->
                block(said, Side.TARGET)
                        .map(block -> new RefusedWrites(
                                isSure(said, Side.TARGET),
                                block.index(),
                                Optional.empty(),
                                block.since(),
                                CUTOVER,
                                "'cutover' goes on with it: then clients can write again."));
            // Without a block of its own the target takes writes as soon as production is there.
            case EITHER ->
                block(said, Side.SOURCE)
                        .map(block -> new RefusedWrites(
                                isSure(said, Side.SOURCE),
                                block.index(),
                                target.filter(_ -> block(said, Side.TARGET).isPresent()),
                                block.since(),
                                CUTOVER,
                                "'cutover' goes on with it, 'abort' takes it back unless production has moved"
                                        + " already."));
        };
    }

    private static boolean isSure(ControlRecords said, Side side) {
        return !UnfinishedBlock.is(said, side);
    }

    private static RefusedWrites ofSource(ControlRecords said, OwnBlock block) {
        return new RefusedWrites(
                isSure(said, Side.SOURCE),
                block.index(),
                Optional.empty(),
                block.since(),
                CUTOVER,
                "'abort' takes that back.");
    }

    private static Optional<RefusedWrites> afterCutover(ControlRecords said) {
        Optional<String> source = ProductionAt.sourceIndex(said);
        Optional<String> target = said.plan().map(RunPlan::targetIndex);
        Optional<OwnBlock> block = block(said, Side.TARGET);
        // A target that is closed has no block.
        Instant since = block.map(OwnBlock::since)
                .or(() -> ProductionAt.movedBackAt(said))
                .orElse(Instant.EPOCH);
        return switch (ProductionAt.afterCutover(said)) {
            case SOURCE_OPEN -> Optional.empty();
            case SOURCE ->
                source.map(index -> ofRollback(
                        isSure(said, Side.SOURCE),
                        index,
                        Optional.empty(),
                        since,
                        "'rollback' finishes it: then clients can write again."));
            case TARGET ->
                block.map(of -> ofRollback(
                        isSure(said, Side.TARGET),
                        of.index(),
                        Optional.empty(),
                        since,
                        "'rollback' goes on with it, 'release' gives it up: both let clients write again unless another"
                                + " run has named the block since, which they say."));
            case EITHER ->
                target.map(index -> ofRollback(
                        true, index, source, since, "'rollback' goes on with it, and lets clients write again."));
        };
    }

    private static RefusedWrites ofRollback(
            boolean isSure, String index, Optional<String> orIndex, Instant since, String remedy) {
        return new RefusedWrites(isSure, index, orIndex, since, ROLLBACK, remedy);
    }

    private static Optional<OwnBlock> block(ControlRecords said, Side side) {
        return said.of(OwnBlock.key(side), OwnBlock::decode).filter(block -> !block.isOnAnother());
    }

    /// Those of which one, or both, refuse writes.
    public List<String> indices() {
        return Stream.concat(Stream.of(index), orIndex.stream()).toList();
    }

    /// What is the matter, as a sentence.
    public String what() {
        Instant second = since.truncatedTo(ChronoUnit.SECONDS);
        if (!isSure) {
            return "Writes to '%s' may be refused since %s: %s of this run has begun to block them or to let them in again."
                    .formatted(index, second, by);
        }
        return orIndex.map(other ->
                        "Writes to '%s' are refused since %s, or to '%s' if production has moved there: %s of this run has"
                                        .formatted(index, second, other, by)
                                + " blocked them.")
                .orElseGet(() -> "Writes to '%s' are refused since %s: %s of this run has blocked them."
                        .formatted(index, second, by));
    }

    /// The same with what to do about it.
    public String sentence() {
        return what() + " " + remedy;
    }
}
