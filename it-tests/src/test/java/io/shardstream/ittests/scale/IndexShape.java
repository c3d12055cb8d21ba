package io.shardstream.ittests.scale;

import io.shardstream.localcluster.search.SearchServerVersion;

/// What the two indices of a run are like, and on which server they are; each run stays within one cluster.
///
/// @param source primaries of the source
/// @param target primaries of the target
/// @param settings further settings of the source, as members of a JSON object that begin with a comma; or empty
/// @param partition `routing_partition_size` of the source: above 1 its documents have routing values
/// @param cameFrom primaries of the index that the source was shrunk or split from; 0 if it was simply created
record IndexShape(SearchServerVersion server, int source, int target, String settings, int partition, int cameFrom) {
    static IndexShape of(SearchServerVersion server, int source, int target) {
        return new IndexShape(server, source, target, "", 1, 0);
    }

    IndexShape withRoutingShards(int count) {
        return new IndexShape(server, source, target, ",\"number_of_routing_shards\":" + count, partition, cameFrom);
    }

    IndexShape withPartition(int size) {
        return new IndexShape(server, source, target, settings + ",\"routing_partition_size\":" + size, size, cameFrom);
    }

    IndexShape from(int primaries) {
        return new IndexShape(server, source, target, settings, partition, primaries);
    }

    boolean isRouted() {
        return partition > 1;
    }

    @Override
    public String toString() {
        return server + " " + (cameFrom == 0 ? "" : cameFrom + " => ") + source + " -> " + target
                + settings.replace("\"", "").replace(',', ' ');
    }
}
