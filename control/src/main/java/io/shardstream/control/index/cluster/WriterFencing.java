package io.shardstream.control.index.cluster;

import io.shardstream.common.elastic.ElasticException;
import java.util.List;

/// What it takes to fence the writers of an index: to move its aliases, and to know that no write is under way.
/// All calls block. Each that changes something is sent once, to one node, and of one that fails with
/// [ElasticException.Unreachable] it is not known whether it was carried out, or will be.
public interface WriterFencing {
    /// All aliases of an index.
    List<Alias> aliases(String index) throws ElasticException;

    /// Carries out all of these or none.
    ///
    /// @return false if an alias that was to be taken away was not there, and nothing was changed
    /// @throws ElasticException also if the call was not acknowledged by the cluster
    boolean change(List<AliasChange> changes) throws ElasticException;

    /// Sets a write block on an index that has none, or makes one whole that is not.
    ///
    /// @param through an alias of the index: if that is gone when the call arrives, nothing is changed
    /// @return whether all its shards have acknowledged it, so that no write is under way any more; false
    ///   also if it was whole before, of which a server says nothing else, and if the alias is gone
    boolean block(String index, String through) throws ElasticException;

    /// Takes the write block away, whoever set it, if it is whole.
    ///
    /// @param through an alias of the index: if that is gone when the call arrives, nothing is changed
    /// @return false if the alias is gone
    boolean unblock(String index, String through) throws ElasticException;

    /// What the cluster's state says of the index.
    WriteBlock writeBlock(String index) throws ElasticException;

    /// Whether a bulk whose request carried this `X-Opaque-Id` is under way on any node.
    ///
    /// @throws ElasticException also if not every node answered
    boolean hasBulks(String opaqueId) throws ElasticException;
}
