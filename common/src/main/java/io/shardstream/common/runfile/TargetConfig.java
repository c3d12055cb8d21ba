package io.shardstream.common.runfile;

import io.shardstream.common.contract.record.OnMappingChange;
import java.util.Optional;
import java.util.OptionalInt;
import tools.jackson.databind.node.ObjectNode;

/// Where documents go, and how the index that takes them differs from the source's.
///
/// @param index the name of the index; created if it does not exist
/// @param shards its primary shards, 1 to 1024; as many as the source's if absent
/// @param replicas its copies of each shard; as many as the source's if absent
/// @param replicasWhileCopying the same until the backfill is done; as many as at the end if absent
/// @param settings index settings that win, key by key, over the source's; empty for none
/// @param mappings mappings in place of the source's as a whole; absent for the source's own
/// @param acceptAsItIs whether an index that somebody else has made is taken although it is not like this
/// @param onMappingChange what becomes of the run when somebody changes them while it works
public record TargetConfig(
        EndpointConfig endpoint,
        String index,
        OptionalInt shards,
        OptionalInt replicas,
        OptionalInt replicasWhileCopying,
        ObjectNode settings,
        Optional<ObjectNode> mappings,
        boolean acceptAsItIs,
        OnMappingChange onMappingChange) {
    public TargetConfig {
        settings = settings.deepCopy();
        mappings = mappings.map(ObjectNode::deepCopy);
    }

    /// A copy, which the caller may change.
    @Override
    public ObjectNode settings() {
        return settings.deepCopy();
    }

    /// A copy, which the caller may change.
    @Override
    public Optional<ObjectNode> mappings() {
        return mappings.map(ObjectNode::deepCopy);
    }
}
