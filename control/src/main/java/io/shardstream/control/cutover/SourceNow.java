package io.shardstream.control.cutover;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.loop.BlockedException;
import io.shardstream.common.loop.Sleeper;
import io.shardstream.common.primary.NotPrimaryException;
import io.shardstream.control.scan.ScannedShard;
import java.util.List;
import java.util.Optional;

/// The index that was copied, which somebody may delete between two questions. Where production has moved or
/// is moving, nothing is to be read from it any more, so that is no reason to end.
record SourceNow(Sides sides) {
    /// Whether it is there, and no other index has its name.
    boolean isThere() throws ElasticException {
        return sides.foundSource()
                .filter(found -> found.uuid().equals(sides.sourceUuid()))
                .isPresent();
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
