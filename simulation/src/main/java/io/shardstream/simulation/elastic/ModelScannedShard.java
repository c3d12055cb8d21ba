package io.shardstream.simulation.elastic;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.shard.ElectedPrimary;
import io.shardstream.common.shard.NotPrimaryException;
import io.shardstream.control.compare.scan.ScannedCopy;
import io.shardstream.control.compare.scan.ScannedShard;

/// A shard as control sees it.
///
/// @param location asks the nodes
/// @param election asks the master
public record ModelScannedShard(Location location, Election election) implements ScannedShard {
    /// Asks the nodes.
    public interface Location {
        ScannedCopy now() throws ElasticException, NotPrimaryException;
    }

    /// Asks the master.
    public interface Election {
        ElectedPrimary now() throws ElasticException, NotPrimaryException;
    }

    @Override
    public ScannedCopy locate() throws ElasticException, NotPrimaryException {
        return location.now();
    }

    @Override
    public ElectedPrimary elected() throws ElasticException, NotPrimaryException {
        return election.now();
    }
}
