package io.shardstream.control.index.cluster;

import io.shardstream.common.contract.routing.ShardRouting;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.elastic.SilentAddress;
import io.shardstream.control.index.TemplateAdditions;
import io.shardstream.control.index.difference.IndexDefinition;
import io.shardstream.control.index.difference.Reference;
import io.shardstream.control.index.server.ClusterSettings;
import io.shardstream.control.index.server.Need;
import io.shardstream.control.index.source.GivenVersion;
import io.shardstream.control.index.source.JoinField;
import io.shardstream.control.index.source.JoinedChild;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// What a cut-over does to one cluster as a whole. All calls block. Each that changes something is sent once,
/// to one node, and of one that fails with [ElasticException.Unreachable] it is not known whether it was
/// carried out, or will be.
public interface ClusterSwitch extends WriterFencing {
    /// Tells one cluster from another.
    String clusterUuid() throws ElasticException;

    /// Whether it is certain that there is no such index: a node that has just started knows none.
    boolean isGone(String index) throws ElasticException;

    /// Addresses of the run file and of data nodes that do not answer. Asks them all.
    List<SilentAddress> silentAddresses() throws ElasticException;

    /// What the elected master holds under a name: the index that is called so, or all indices of an alias;
    /// nothing if there is neither.
    ///
    /// @throws ElasticException also if the master does not know the whole state of the cluster yet
    List<FoundIndex> find(String name) throws ElasticException;

    /// Every index that has an alias of a run, of whatever name.
    ///
    /// @throws ElasticException also if the master does not know the whole state of the cluster yet
    List<MarkedTarget> targetsOfRuns() throws ElasticException;

    /// The snapshots that are being taken and keep an index from being deleted; none where the cluster does not
    /// tell.
    List<String> snapshotsOf(String index) throws ElasticException;

    /// How many copies of its shards are at work.
    IndexHealth health(String index) throws ElasticException;

    /// The settings of an index by full name, with the defaults of those that were not set.
    Map<String, String> settings(String index) throws ElasticException;

    /// What an index is told to do with documents and searches.
    IndexDefinition definition(String index) throws ElasticException;

    /// On which shards an index puts documents.
    ShardRouting placing(String index) throws ElasticException;

    /// A sample of the children that an index has by a join field.
    List<JoinedChild> joined(String index, JoinField field) throws ElasticException;

    /// The highest version that clients have given a document of an index; empty if none is seen.
    Optional<GivenVersion> givenVersion(String index) throws ElasticException;

    /// The name of an index's mapping type, which clients may say in requests; empty if it is `_doc`.
    Optional<String> mappingType(String index) throws ElasticException;

    /// The policy of OpenSearch's index state management that an index is under, which no setting shows;
    /// empty if none.
    Optional<String> managedBy(String index) throws ElasticException;

    /// What the cluster has of a name that an index refers to; empty if it has nothing.
    Optional<JsonNode> referred(Reference reference) throws ElasticException;

    /// What is set in the cluster as a whole, and the defaults of the rest.
    ClusterSettings clusterSettings() throws ElasticException;

    /// What index templates would add to an index of this name.
    TemplateAdditions templates(String index) throws ElasticException;

    /// Why the cluster would not give an index these aliases; empty if it would. Gives it none.
    ///
    /// @param aliases under names that nobody has or looks for
    Optional<String> refusal(String index, List<Alias> aliases) throws ElasticException;

    /// Those of the needs that the user of this process lacks; empty if the cluster does not tell.
    Optional<List<Need>> lacking(List<Need> needs) throws ElasticException;

    /// Whether the cluster refuses to take an alias away that is not there (`must_exist`). Elasticsearch
    /// before 7.11 and OpenSearch up to 2.5 at least do not know that word: with them no production is
    /// switched back, and the names of blocks depend on [Anchors].
    ///
    /// @param alias that the index does not have, and the run may have
    boolean refusesMissingAlias(String index, String alias) throws ElasticException;

    /// Makes an anchor and takes it away, in a cluster that does not know that word.
    ///
    /// @param name of a block, which no index ever has
    /// @return why no name of a block could be given or taken away there, as the part of a sentence; empty if
    ///     it could
    Optional<String> anchorProblem(String name) throws ElasticException;

    /// Has an index that is a run's copy say in its mapping that clients have used it ([ReleasedMark]).
    void markReleased(String index) throws ElasticException;

    /// Sets one setting of an index, null to its default.
    void set(String index, String setting, @Nullable String value) throws ElasticException;

    /// How many documents searches find in an index now.
    ///
    /// @throws ElasticException also if not every shard was counted
    default long documents(String index) throws ElasticException {
        return documents(index, "", "{\"match_all\":{}}");
    }

    /// How many of them a query finds.
    ///
    /// @param routing only in the shards to which it leads; empty for all
    /// @throws ElasticException also if not every shard was counted
    long documents(String index, String routing, String query) throws ElasticException;

    /// Makes a copy of an index that is blocked for writes, with its settings, mappings and write block, and
    /// with this alias alone. The copy has the sequence numbers of the index. Its shards may still be made
    /// when this returns.
    ///
    /// @throws ElasticException also if the call was not acknowledged by the cluster
    void copy(String index, String copy, String alias) throws ElasticException;

    /// By shard, how far an index is.
    ///
    /// @throws ElasticException also if not every primary says so
    List<ShardReach> reach(String index) throws ElasticException;

    /// Deletes an index; one that is not there is deleted.
    void delete(String index) throws ElasticException;

    /// Searches as a client would.
    ///
    /// @param body the search as JSON
    /// @return how long it took, as the server says, in milliseconds
    long search(String index, String body) throws ElasticException;

    /// Searches to compare what is found: where a search allows it, with scores that do not go by which
    /// documents share a shard (`search_type=dfs_query_then_fetch`).
    ///
    /// @param body the search as JSON
    CanaryAnswer found(String index, String body) throws ElasticException;
}
