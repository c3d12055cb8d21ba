package io.shardstream.control.index.cluster;

import io.shardstream.common.contract.routing.ShardRouting;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.elastic.SilentAddress;
import io.shardstream.control.index.TemplateAdditions;
import io.shardstream.control.index.WatchedCall;
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

/// A cluster whose requests, within a step, are waited for only as long as the step goes on: a node that
/// takes a request and says nothing does not keep an `abort` or the end of `cutover.max-blocked` from being
/// heard. Of a request that is not waited for any more is known what is known of every one without an answer:
/// nothing.
public final class WatchedSwitch implements ClusterSwitch {
    private final ClusterSwitch cluster;

    /// @param cluster called by another thread than whoever waits for it
    public WatchedSwitch(ClusterSwitch cluster) {
        this.cluster = cluster;
    }

    /// A request of whose answer nothing is needed.
    @FunctionalInterface
    private interface Change {
        void send() throws ElasticException;
    }

    private static void done(Change change) throws ElasticException {
        boolean _ = WatchedCall.of(() -> {
            change.send();
            return true;
        });
    }

    @Override
    public String clusterUuid() throws ElasticException {
        return WatchedCall.of(() -> cluster.clusterUuid());
    }

    @Override
    public boolean isGone(String index) throws ElasticException {
        return WatchedCall.of(() -> cluster.isGone(index));
    }

    @Override
    public List<SilentAddress> silentAddresses() throws ElasticException {
        return WatchedCall.of(() -> cluster.silentAddresses());
    }

    @Override
    public List<String> snapshotsOf(String index) throws ElasticException {
        return WatchedCall.of(() -> cluster.snapshotsOf(index));
    }

    @Override
    public List<FoundIndex> find(String name) throws ElasticException {
        return WatchedCall.of(() -> cluster.find(name));
    }

    @Override
    public List<MarkedTarget> targetsOfRuns() throws ElasticException {
        return WatchedCall.of(cluster::targetsOfRuns);
    }

    @Override
    public WriteBlock writeBlock(String index) throws ElasticException {
        return WatchedCall.of(() -> cluster.writeBlock(index));
    }

    @Override
    public IndexHealth health(String index) throws ElasticException {
        return WatchedCall.of(() -> cluster.health(index));
    }

    @Override
    public Map<String, String> settings(String index) throws ElasticException {
        return WatchedCall.of(() -> cluster.settings(index));
    }

    @Override
    public Optional<GivenVersion> givenVersion(String index) throws ElasticException {
        return WatchedCall.of(() -> cluster.givenVersion(index));
    }

    @Override
    public ShardRouting placing(String index) throws ElasticException {
        return WatchedCall.of(() -> cluster.placing(index));
    }

    @Override
    public List<JoinedChild> joined(String index, JoinField field) throws ElasticException {
        return WatchedCall.of(() -> cluster.joined(index, field));
    }

    @Override
    public Optional<String> mappingType(String index) throws ElasticException {
        return WatchedCall.of(() -> cluster.mappingType(index));
    }

    @Override
    public Optional<String> managedBy(String index) throws ElasticException {
        return WatchedCall.of(() -> cluster.managedBy(index));
    }

    @Override
    public Optional<JsonNode> referred(Reference reference) throws ElasticException {
        return WatchedCall.of(() -> cluster.referred(reference));
    }

    @Override
    public ClusterSettings clusterSettings() throws ElasticException {
        return WatchedCall.of(cluster::clusterSettings);
    }

    @Override
    public TemplateAdditions templates(String index) throws ElasticException {
        return WatchedCall.of(() -> cluster.templates(index));
    }

    @Override
    public IndexDefinition definition(String index) throws ElasticException {
        return WatchedCall.of(() -> cluster.definition(index));
    }

    @Override
    public boolean refusesMissingAlias(String index, String alias) throws ElasticException {
        return WatchedCall.of(() -> cluster.refusesMissingAlias(index, alias));
    }

    @Override
    public Optional<String> anchorProblem(String name) throws ElasticException {
        return WatchedCall.of(() -> cluster.anchorProblem(name));
    }

    @Override
    public Optional<String> refusal(String index, List<Alias> aliases) throws ElasticException {
        return WatchedCall.of(() -> cluster.refusal(index, aliases));
    }

    @Override
    public Optional<List<Need>> lacking(List<Need> needs) throws ElasticException {
        return WatchedCall.of(() -> cluster.lacking(needs));
    }

    @Override
    public void markReleased(String index) throws ElasticException {
        done(() -> cluster.markReleased(index));
    }

    @Override
    public void set(String index, String setting, @Nullable String value) throws ElasticException {
        done(() -> cluster.set(index, setting, value));
    }

    @Override
    public long documents(String index, String routing, String query) throws ElasticException {
        return WatchedCall.of(() -> cluster.documents(index, routing, query));
    }

    @Override
    public void copy(String index, String copy, String alias) throws ElasticException {
        done(() -> cluster.copy(index, copy, alias));
    }

    @Override
    public List<ShardReach> reach(String index) throws ElasticException {
        return WatchedCall.of(() -> cluster.reach(index));
    }

    @Override
    public void delete(String index) throws ElasticException {
        done(() -> cluster.delete(index));
    }

    @Override
    public long search(String index, String body) throws ElasticException {
        return WatchedCall.of(() -> cluster.search(index, body));
    }

    @Override
    public CanaryAnswer found(String index, String body) throws ElasticException {
        return WatchedCall.of(() -> cluster.found(index, body));
    }

    @Override
    public List<Alias> aliases(String index) throws ElasticException {
        return WatchedCall.of(() -> cluster.aliases(index));
    }

    @Override
    public boolean change(List<AliasChange> changes) throws ElasticException {
        return WatchedCall.of(() -> cluster.change(changes));
    }

    @Override
    public boolean block(String index, String through) throws ElasticException {
        return WatchedCall.of(() -> cluster.block(index, through));
    }

    @Override
    public boolean unblock(String index, String through) throws ElasticException {
        return WatchedCall.of(() -> cluster.unblock(index, through));
    }

    @Override
    public boolean hasBulks(String opaqueId) throws ElasticException {
        return WatchedCall.of(() -> cluster.hasBulks(opaqueId));
    }
}
