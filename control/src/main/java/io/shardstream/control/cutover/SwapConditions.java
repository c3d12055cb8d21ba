package io.shardstream.control.cutover;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.primary.NotPrimaryException;
import io.shardstream.common.record.CutoverNotes;
import java.util.List;

/// What must hold right before the swap, so that it neither moves what is not production nor deletes what somebody may
/// need.
record SwapConditions(Around around, Sides sides, CutoverNotes notes) {
    static final String NOT_ONE_CLUSTER = "source and target are different clusters, so the name of the source index"
            + " cannot become an alias of the target: set cutover.replace-index to false";

    /// Neither an index of the same name that somebody has made since is deleted, nor one that clients may have written
    /// to: afterwards nobody could look.
    ///
    /// @throws GivenUpException if the source is to be deleted and must not be
    void requireSource() throws ElasticException, NotPrimaryException {
        if (!around.settings().replaceIndex().isWanted()) {
            return;
        }
        if (!sides.oneCluster()) {
            throw new GivenUpException(NOT_ONE_CLUSTER);
        }
        if (sides.foundSource()
                .filter(found -> found.uuid().equals(sides.sourceUuid()))
                .isEmpty()) {
            throw new GivenUpException("'" + sides.sourceIndex() + "' is not the index that this run copied");
        }
        boolean isAtRest = sides.sourceBlock().now() == WriteBlock.WHOLE
                && sides.sourceNumbers(around.sourceShards()).equals(notes.source());
        if (!isAtRest) {
            throw new GivenUpException("'" + sides.sourceIndex()
                    + "' was opened for writes or written to since it was compared, so it is not deleted");
        }
    }

    /// A rollback of the run before, or people, may have moved production elsewhere since the cut-over began.
    ///
    /// @param now the aliases of the source
    /// @throws GivenUpException if production is not there any more
    void requireProduction(List<Alias> now) {
        List<String> before = notes.aliases().orElse(List.of()).stream()
                .filter(name -> !name.equals(sides.sourceIndex()))
                .toList();
        if (now.isEmpty() && !before.isEmpty()) {
            throw new GivenUpException("'" + sides.sourceIndex() + "' had " + FoundIndex.quoted(before)
                    + " when the cut-over began, and has no alias now: production is not there any more");
        }
    }
}
