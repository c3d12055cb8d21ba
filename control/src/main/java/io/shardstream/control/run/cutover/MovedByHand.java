package io.shardstream.control.run.cutover;

import io.shardstream.common.contract.record.CutoverNotes;
import io.shardstream.common.contract.record.Request;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.control.index.cluster.FoundIndex;
import io.shardstream.control.run.block.Loss;
import io.shardstream.control.run.block.Sides;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Whether production is on the source again without the run, as people have moved it, or the cluster was put
/// back to a state from before the cut-over: all aliases that the swap has moved are on the source, and none is
/// on the target. A rollback that is told so by [#OPTION] has nothing to move, and ends the run.
record MovedByHand(Sides sides, CutoverNotes notes) {
    /// The option of a rollback that accepts it.
    static final String OPTION = "moved-by-hand";

    static final String COMMAND = "'rollback --" + OPTION + "'";

    static final String COMMAND_WITH_LOSS = "'rollback --" + OPTION + " --" + Loss.OPTION + " all'";

    static boolean isAcceptedBy(Request rollback) {
        return rollback.has(OPTION);
    }

    /// An index that was made in the place of either says nothing.
    boolean isSo() throws ElasticException {
        Set<String> onSource =
                new SourceNow(sides).found().map(FoundIndex::aliases).orElse(Set.of());
        Set<String> onTarget = sides.foundTarget().map(FoundIndex::aliases).orElse(Set.of());
        List<String> moved = notes.aliases().orElse(List.of());
        return !moved.isEmpty() && onSource.containsAll(moved) && moved.stream().noneMatch(onTarget::contains);
    }

    /// Why nothing is done by that option where it is not so, as a sentence; empty if it is. Of a cut-over
    /// that has moved no alias no server tells where production is; where the target is as it was before the
    /// swap, whoever says so is believed.
    ///
    /// @param isPutBack whether the target is so
    Optional<String> refusal(boolean isPutBack) throws ElasticException {
        boolean isUnmoved = notes.aliases().orElse(List.of()).isEmpty();
        return isSo() || (isUnmoved && isPutBack)
                ? Optional.empty()
                : Optional.of("--" + OPTION + " is for production that is on '" + sides.sourceIndex() + "' already. "
                        + (isUnmoved ? "This run has moved no alias, so no server tells where it is." : notThere())
                        + " Give 'rollback' without it"
                        + (isUnmoved || isSourceGone() ? "." : ", or move them first."));
    }

    private String notThere() throws ElasticException {
        return isSourceGone()
                ? "The index that this run has copied is gone, whatever has its name now."
                : "The aliases " + FoundIndex.quoted(notes.aliases().orElse(List.of())) + " are not all there, or '"
                        + sides.targetIndex() + "' has one of them, too.";
    }

    private boolean isSourceGone() throws ElasticException {
        return !new SourceNow(sides).isThere();
    }

    /// That this option ends the run, as a sentence behind a space; empty where there is nothing to be moved.
    String advice() {
        return notes.aliases().orElse(List.of()).isEmpty()
                ? ""
                : " " + advice(sides.sourceIndex(), sides.targetIndex(), COMMAND);
    }

    /// @param command that ends the run then
    static String advice(String source, String target, String command) {
        return "When all of production's aliases are on '" + source + "', and none on '" + target + "', " + command
                + " ends the run.";
    }
}
