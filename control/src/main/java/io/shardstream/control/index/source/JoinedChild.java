package io.shardstream.control.index.source;

import io.shardstream.common.contract.routing.ShardRouter;
import java.util.List;
import java.util.Optional;

/// A document that is a child by a [JoinField], and those that have the id of its parent.
///
/// @param parents several where the id is used under several routings, none if there is no such document
public record JoinedChild(Written child, List<Written> parents) {
    public JoinedChild {
        parents = List.copyOf(parents);
    }

    /// By what a document is put on a shard.
    public record Written(String id, Optional<String> routing) {
        private int shardIn(ShardRouter index) {
            return index.shardOf(id, routing.orElse(null));
        }
    }

    /// Whether it shares a shard with its parent in the one index, and not in the other.
    public boolean isParted(ShardRouter from, ShardRouter to) {
        return isWithParent(from) && !isWithParent(to);
    }

    private boolean isWithParent(ShardRouter index) {
        return parents.stream().anyMatch(parent -> parent.shardIn(index) == child.shardIn(index));
    }
}
