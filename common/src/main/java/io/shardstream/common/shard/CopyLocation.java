package io.shardstream.common.shard;

/// The node on which a copy was found.
///
/// @param node its name (`node.name`), empty if it is not known
/// @param primaries of the index that were on it then, 0 if it is not known
public record CopyLocation(String node, int primaries) {
    public static final CopyLocation UNKNOWN = new CopyLocation("", 0);

    /// How many of the index's shards may be on it.
    public int primaries(int all) {
        return primaries == 0 ? all : primaries;
    }
}
