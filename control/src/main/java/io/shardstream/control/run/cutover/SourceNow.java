package io.shardstream.control.run.cutover;

import io.shardstream.common.contract.record.Request;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.loop.BlockedException;
import io.shardstream.common.loop.Sleeper;
import io.shardstream.common.shard.NotPrimaryException;
import io.shardstream.control.compare.scan.ScannedShard;
import io.shardstream.control.index.cluster.FoundIndex;
import io.shardstream.control.index.cluster.RunAliases;
import io.shardstream.control.run.block.CutoverContext;
import io.shardstream.control.run.block.Sides;
import io.shardstream.control.run.block.Steps;
import io.shardstream.control.state.controller.ControllerEpoch;
import java.util.List;
import java.util.Optional;

/// The index that was copied, which somebody may delete between two questions. Where production has moved or
/// is moving, nothing is to be read from it any more, so that is no reason to end.
record SourceNow(Sides sides) {
    /// Empty if it is gone, whether another index has its name or not.
    Optional<FoundIndex> found() throws ElasticException {
        return sides.foundSource().filter(found -> found.uuid().equals(sides.sourceUuid()));
    }

    /// Whether it is there, and no other index has its name.
    boolean isThere() throws ElasticException {
        return found().isPresent();
    }

    /// Why nothing can be read from it any more, as the end of a sentence; empty if it is there.
    ///
    /// @throws ElasticException also while it is not certain
    Optional<String> lost() throws ElasticException {
        Optional<FoundIndex> found = sides.foundSource();
        if (found.filter(index -> index.uuid().equals(sides.sourceUuid())).isPresent()) {
            return Optional.empty();
        }
        String index = "'" + sides.sourceIndex() + "'";
        return Optional.of((found.isPresent()
                        ? index + " is not the index that this run copied: that was deleted, and another one has its"
                                + " name"
                        : "index " + index + " is gone" + replaced())
                + ". This run cannot go on: 'abort --run' gives it up. '" + sides.targetIndex()
                + "' has what was read until then");
    }

    /// The same before anything is blocked, where a target that is gone is a reason, too.
    Optional<String> lostWithTarget() throws ElasticException {
        Optional<String> lost = lost();
        if (lost.isPresent() || sides.foundTarget().isPresent()) {
            return lost;
        }
        return Optional.of("target index '" + sides.targetIndex() + "' is gone, and what has its name since, such as an"
                + " alias of another index, is none that this run has written. This run cannot go on: 'abort --run'"
                + " gives it up");
    }

    /// The same as [#lost()], but where the swap of a cut-over may have deleted it itself.
    Steps.NoUse unlessReplaced(CutoverContext around, ControllerEpoch term, Request cutover) {
        boolean isDeleted = around.settings().replaceIndex().isWanted();
        return () -> isDeleted && RecordedSteps.swap(term, cutover) ? Optional.empty() : lost();
    }

    /// What has its name, as the part of a sentence; empty if nothing has.
    private String replaced() throws ElasticException {
        List<FoundIndex> others = sides.source().find(sides.sourceIndex());
        if (others.isEmpty()) {
            return ": somebody has deleted it";
        }
        List<String> runs = others.stream()
                .flatMap(index -> RunAliases.runsThatAreLive(index.aliases()).stream())
                .toList();
        return ", and its name is an alias of " + FoundIndex.names(others) + " now"
                + (runs.isEmpty()
                        ? ", as a cut-over with cutover.replace-index leaves it"
                        : ": the cut-over of run " + FoundIndex.quoted(runs) + " has replaced it");
    }

    /// Why nothing is lifted without Kafka where it is not, for the log.
    static String gone(String index) {
        return "Kafka does not answer, and '" + index
                + "' is gone, or is another index by now: no write block of it is lifted";
    }

    /// By shard, its highest sequence number; empty if it is not there any more.
    ///
    /// @param shards of the source index itself
    /// @param watch told while shards are asked
    /// @throws NotPrimaryException also while its cluster's answers do not agree whether it is there
    Optional<List<Long>> numbers(List<ScannedShard> shards, Sleeper watch)
            throws ElasticException, NotPrimaryException {
        try {
            return Optional.of(sides.sourceNumbers(shards, watch));
        } catch (BlockedException e) {
            if (isThere()) {
                throw new NotPrimaryException(String.valueOf(e.getMessage()));
            }
            return Optional.empty();
        } catch (ElasticException e) {
            sides.requireSourceGone(e);
            return Optional.empty();
        }
    }
}
