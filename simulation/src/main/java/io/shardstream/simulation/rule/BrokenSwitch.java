package io.shardstream.simulation.rule;

import io.shardstream.common.contract.routing.ShardRouting;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.elastic.SilentAddress;
import io.shardstream.control.index.TemplateAdditions;
import io.shardstream.control.index.cluster.Alias;
import io.shardstream.control.index.cluster.AliasChange;
import io.shardstream.control.index.cluster.CanaryAnswer;
import io.shardstream.control.index.cluster.ClusterSwitch;
import io.shardstream.control.index.cluster.FoundIndex;
import io.shardstream.control.index.cluster.IndexHealth;
import io.shardstream.control.index.cluster.MarkedTarget;
import io.shardstream.control.index.cluster.ShardReach;
import io.shardstream.control.index.cluster.WriteBlock;
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

/// A cluster that says that something has been done which has not.
public final class BrokenSwitch implements ClusterSwitch {
    private final ClusterSwitch cluster;
    private final Rule off;

    public BrokenSwitch(ClusterSwitch cluster, Rule off) {
        this.cluster = cluster;
        this.off = off;
    }

    @Override
    public String clusterUuid() throws ElasticException {
        return cluster.clusterUuid();
    }

    @Override
    public boolean isGone(String index) throws ElasticException {
        return cluster.isGone(index);
    }

    @Override
    public List<SilentAddress> silentAddresses() throws ElasticException {
        return cluster.silentAddresses();
    }

    @Override
    public List<String> snapshotsOf(String index) throws ElasticException {
        return cluster.snapshotsOf(index);
    }

    @Override
    public List<FoundIndex> find(String name) throws ElasticException {
        return cluster.find(name);
    }

    @Override
    public List<MarkedTarget> targetsOfRuns() throws ElasticException {
        return cluster.targetsOfRuns();
    }

    @Override
    public List<Alias> aliases(String index) throws ElasticException {
        return cluster.aliases(index);
    }

    @Override
    public boolean change(List<AliasChange> changes) throws ElasticException {
        return cluster.change(changes);
    }

    @Override
    public WriteBlock writeBlock(String index) throws ElasticException {
        WriteBlock block = cluster.writeBlock(index);
        return off == Rule.UNCONFIRMED_BLOCKS && block == WriteBlock.UNCONFIRMED ? WriteBlock.NONE : block;
    }

    @Override
    public boolean block(String index, String through) throws ElasticException {
        boolean skipped =
                index.equals("target") && off == (isLive(index) ? Rule.ROLLBACK_BLOCKED : Rule.TARGET_BLOCKED);
        boolean source = off == Rule.SOURCE_BLOCKED && index.equals("source");
        return skipped || source || cluster.block(index, nameOf(index, through));
    }

    @Override
    public boolean unblock(String index, String through) throws ElasticException {
        return cluster.unblock(index, nameOf(index, through));
    }

    /// Whether production is there, so that it is about to move back.
    private boolean isLive(String index) throws ElasticException {
        return cluster.aliases(index).stream().anyMatch(alias -> alias.name().endsWith("-Live"));
    }

    private String nameOf(String index, String through) {
        boolean byIndex = index.equals("source") ? off == Rule.SOURCE_BLOCK_NAMED : off == Rule.TARGET_BLOCK_NAMED;
        return byIndex ? index : through;
    }

    @Override
    public boolean hasBulks(String opaqueId) throws ElasticException {
        return off != Rule.TASKS_AWAITED && cluster.hasBulks(opaqueId);
    }

    @Override
    public IndexHealth health(String index) throws ElasticException {
        return cluster.health(index);
    }

    @Override
    public Map<String, String> settings(String index) throws ElasticException {
        return cluster.settings(index);
    }

    @Override
    public Optional<GivenVersion> givenVersion(String index) throws ElasticException {
        return cluster.givenVersion(index);
    }

    @Override
    public ShardRouting placing(String index) throws ElasticException {
        return cluster.placing(index);
    }

    @Override
    public void markReleased(String index) throws ElasticException {
        cluster.markReleased(index);
    }

    @Override
    public List<JoinedChild> joined(String index, JoinField field) throws ElasticException {
        return cluster.joined(index, field);
    }

    @Override
    public Optional<String> mappingType(String index) throws ElasticException {
        return cluster.mappingType(index);
    }

    @Override
    public Optional<String> managedBy(String index) throws ElasticException {
        return cluster.managedBy(index);
    }

    @Override
    public Optional<JsonNode> referred(Reference reference) throws ElasticException {
        return cluster.referred(reference);
    }

    @Override
    public ClusterSettings clusterSettings() throws ElasticException {
        return cluster.clusterSettings();
    }

    @Override
    public TemplateAdditions templates(String index) throws ElasticException {
        return cluster.templates(index);
    }

    @Override
    public IndexDefinition definition(String index) throws ElasticException {
        return cluster.definition(index);
    }

    @Override
    public boolean refusesMissingAlias(String index, String alias) throws ElasticException {
        return cluster.refusesMissingAlias(index, alias);
    }

    @Override
    public Optional<String> anchorProblem(String name) throws ElasticException {
        return cluster.anchorProblem(name);
    }

    @Override
    public Optional<String> refusal(String index, List<Alias> aliases) throws ElasticException {
        return cluster.refusal(index, aliases);
    }

    @Override
    public Optional<List<Need>> lacking(List<Need> needs) throws ElasticException {
        return cluster.lacking(needs);
    }

    @Override
    public void set(String index, String setting, @Nullable String value) throws ElasticException {
        cluster.set(index, setting, value);
    }

    @Override
    public long documents(String index, String routing, String query) throws ElasticException {
        return cluster.documents(index, routing, query);
    }

    @Override
    public long search(String index, String body) throws ElasticException {
        return cluster.search(index, body);
    }

    @Override
    public CanaryAnswer found(String index, String body) throws ElasticException {
        return cluster.found(index, body);
    }

    @Override
    public void copy(String index, String copy, String alias) throws ElasticException {
        cluster.copy(index, copy, alias);
    }

    @Override
    public List<ShardReach> reach(String index) throws ElasticException {
        return cluster.reach(index);
    }

    @Override
    public void delete(String index) throws ElasticException {
        cluster.delete(index);
    }
}
