package io.shardstream.control.index.cluster;

import io.shardstream.common.elastic.ElasticException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// What [Anchors] asks of a cluster that does not know `must_exist`. Each call that changes something is sent
/// once.
public interface AnchorCluster {
    /// The names of the aliases of those of these indices that are there.
    ///
    /// @param indices one at least
    Map<String, Set<String>> aliasesOf(Set<String> indices) throws ElasticException;

    /// Whether an index has an alias.
    boolean has(String index, String alias) throws ElasticException;

    /// Makes an anchor, unless it is there. Does not wait for its shard.
    ///
    /// @param name that is to depend on it
    /// @param mark its alias: one that is exclusive is refused, and the anchor with it, while another index
    ///     has it
    /// @return why it was refused; empty if it is there
    Optional<ElasticException.Refused> make(String index, String name, Alias mark) throws ElasticException;

    /// Whether its shard has come to work within some seconds.
    boolean isAtWork(String index) throws ElasticException;

    /// Carries out all of these or none. What is taken away need not be there.
    ///
    /// @return false if one of the anchors that it deletes or gives a mark was not there, or another one has an
    ///     exclusive mark, and nothing was changed
    boolean change(List<AliasChange> changes) throws ElasticException;

    /// Deletes an anchor; one that is not there is deleted.
    void delete(String index) throws ElasticException;
}
