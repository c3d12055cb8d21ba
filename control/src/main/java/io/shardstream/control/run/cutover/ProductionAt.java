package io.shardstream.control.run.cutover;

import io.shardstream.common.contract.record.Answer;
import io.shardstream.common.contract.record.CutoverNotes;
import io.shardstream.common.contract.record.SourceCopy;
import io.shardstream.common.contract.record.Step;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.control.run.block.OurBlocks;
import io.shardstream.control.run.block.SourceCopies;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// On which side of a run production is, as the steps in the control topic say: for whoever looks while no
/// process controls the run, and no server is asked. A step is told before it is taken, so one that was told
/// and not done may have happened.
public enum ProductionAt {
    SOURCE,
    /// There, and the run's own write block was lifted for it.
    SOURCE_OPEN,
    TARGET,
    /// The last move was told, and nobody has told what came of it.
    EITHER;

    /// By time, also of steps of several controllers.
    static final Comparator<Step> IN_ORDER =
            Comparator.comparingLong(Step::epoch).thenComparing(Step::at).thenComparingInt(Step::number);
    private static final Set<String> OF_SOURCE =
            Set.of(OurBlocks.OF_SOURCE, Cutover.FENCE, Cutover.REPLACE_TOKEN, Undo.FREE);
    private static final Set<String> OF_ROLLBACK = Set.of(OurBlocks.OF_TARGET, Rollback.SWAP_BACK, Handback.LIFT);
    private static final Set<String> OF_TARGET = Set.of(OnSwap.CALL, OnSwap.TAKE_OVER, Handover.OPEN);

    /// Where a cut-over has moved it that is under way; on the source before any cut-over.
    public static ProductionAt inCutover(ControlRecords said) {
        return said.of(CutoverNotes.KEY, CutoverNotes::decode)
                .map(notes -> last(said.all(Step.keyPrefix(notes.request().id()), Step::decode), SOURCE))
                .orElse(SOURCE);
    }

    /// Where rollbacks have moved it since the cut-over was done.
    public static ProductionAt afterCutover(ControlRecords said) {
        // What stands before a rollback's first is of a cut-over that was taken back: it lifts the same block.
        List<Step> steps = said.all(Step.KEY_PREFIX, Step::decode).stream()
                .filter(step -> OF_ROLLBACK.contains(step.name()))
                .sorted(IN_ORDER)
                .dropWhile(step -> step.name().equals(Handback.LIFT))
                .toList();
        ProductionAt last = last(steps, TARGET);
        return last == EITHER ? asAnswered(said, steps) : last;
    }

    /// Whoever answers a rollback has seen where production is.
    private static ProductionAt asAnswered(ControlRecords said, List<Step> steps) {
        return steps.stream()
                .max(IN_ORDER)
                .flatMap(step -> said.of(Answer.key(step.request()), Answer::decode))
                .map(answer -> switch (answer.outcome()) {
                    case REFUSED, ABORTED -> TARGET;
                    case DONE, DIFFERENT -> SOURCE;
                })
                .orElse(EITHER);
    }

    /// Whether a rollback has moved it back, as a controller has seen.
    public static boolean hasGoneBack(ControlRecords said) {
        return switch (afterCutover(said)) {
            case SOURCE, SOURCE_OPEN -> true;
            case TARGET, EITHER -> false;
        };
    }

    /// Whether a rollback has moved it back, or was about to: once it has, nothing else ends that rollback.
    public static boolean mayHaveGoneBack(ControlRecords said) {
        return afterCutover(said) != TARGET;
    }

    /// When a rollback last moved it, or was about to.
    public static Optional<Instant> movedBackAt(ControlRecords said) {
        return said.all(Step.KEY_PREFIX, Step::decode).stream()
                .filter(step -> step.name().equals(Rollback.SWAP_BACK))
                .max(IN_ORDER)
                .map(Step::at);
    }

    private static ProductionAt last(List<Step> steps, ProductionAt before) {
        return steps.stream()
                .sorted(IN_ORDER)
                .map(ProductionAt::after)
                .flatMap(Optional::stream)
                .reduce((_, later) -> later)
                .orElse(before);
    }

    /// What one step says of it, if anything.
    private static Optional<ProductionAt> after(Step step) {
        String name = step.name();
        if (name.equals(Cutover.SWAP)) {
            return Optional.of(!step.isDone() ? EITHER : isUndone(step) ? SOURCE : TARGET);
        }
        if (name.equals(Rollback.SWAP_BACK)) {
            return Optional.of(!step.isDone() ? EITHER : isUndone(step) ? TARGET : SOURCE);
        }
        if (name.equals(OnSwap.GIVE_BACK)) {
            boolean isBack = step.isDone() && step.detail().equals(OnSwap.GIVEN_BACK);
            return Optional.of(isBack ? SOURCE : EITHER);
        }
        if (name.equals(Handback.LIFT)) {
            return Optional.of(step.isDone() ? SOURCE_OPEN : SOURCE);
        }
        if (OF_SOURCE.contains(name)) {
            return Optional.of(SOURCE);
        }
        return OF_TARGET.contains(name) || name.equals(OurBlocks.OF_TARGET) ? Optional.of(TARGET) : Optional.empty();
    }

    /// Whether the call found its mark gone, and changed nothing.
    private static boolean isUndone(Step step) {
        return step.detail().endsWith(Cutover.NOT_THERE);
    }

    /// The index that production goes back to: the source, or its copy where the swap has deleted it.
    public static Optional<String> sourceIndex(ControlRecords said) {
        Optional<CutoverNotes> notes = said.of(CutoverNotes.KEY, CutoverNotes::decode);
        return said.plan()
                .map(plan -> notes.flatMap(of ->
                                SourceCopies.instead(said.all(SourceCopy.KEY_PREFIX, SourceCopy::decode), plan, of))
                        .map(SourceCopy::index)
                        .orElseGet(plan::sourceIndex));
    }
}
