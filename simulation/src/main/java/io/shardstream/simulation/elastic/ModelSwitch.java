package io.shardstream.simulation.elastic;

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
import io.shardstream.control.index.difference.IndexSettings;
import io.shardstream.control.index.difference.Reference;
import io.shardstream.control.index.server.ClusterSettings;
import io.shardstream.control.index.server.Need;
import io.shardstream.control.index.source.GivenVersion;
import io.shardstream.control.index.source.JoinField;
import io.shardstream.control.index.source.JoinedChild;
import io.shardstream.simulation.kernel.SimulatedProcess;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/// The cluster as one process sees it: calls are lost, or carried out without an answer, or carried out seconds
/// after their caller has given them up.
public final class ModelSwitch implements ClusterSwitch {
    private static final Duration NETWORK = Duration.ofMillis(6);
    private static final Duration LATE = Duration.ofSeconds(4);
    private static final Duration LOOK = Duration.ofMillis(10);
    private static final int PATIENCE = 200;

    private final SwitchModel model;
    private final SimulatedProcess process;
    private final TargetModel target;

    ModelSwitch(SwitchModel model, SimulatedProcess process, TargetModel target) {
        this.model = model;
        this.process = process;
        this.target = target;
    }

    private void request() throws ElasticException {
        process.travel(NETWORK);
        if (model.isTroubled()) {
            throw lost();
        }
    }

    private void answer() throws ElasticException {
        request();
    }

    private static ElasticException lost() {
        return new ElasticException.Unreachable("nobody answers", new IOException("lost"));
    }

    /// Waits in a queue of the server's, or in the network.
    private void mayBeLate(Runnable call) throws ElasticException {
        if (model.isLate()) {
            model.kernel().after(model.kernel().around(LATE), call);
            process.travel(NETWORK);
            throw lost();
        }
    }

    @Override
    public String clusterUuid() throws ElasticException {
        request();
        return "cluster";
    }

    @Override
    public boolean isGone(String index) throws ElasticException {
        request();
        return false;
    }

    @Override
    public List<SilentAddress> silentAddresses() {
        return List.of();
    }

    @Override
    public List<String> snapshotsOf(String index) {
        return List.of();
    }

    @Override
    public List<FoundIndex> find(String name) throws ElasticException {
        request();
        return model.find(name);
    }

    @Override
    public List<MarkedTarget> targetsOfRuns() throws ElasticException {
        request();
        return List.of();
    }

    @Override
    public List<Alias> aliases(String index) throws ElasticException {
        request();
        return model.aliases(index);
    }

    @Override
    public boolean change(List<AliasChange> changes) throws ElasticException {
        request();
        mayBeLate(() -> model.change(changes));
        boolean done = model.change(changes);
        answer();
        return done;
    }

    @Override
    public WriteBlock writeBlock(String index) throws ElasticException {
        request();
        return model.writeBlock(index);
    }

    /// Acknowledged when no write is under way in the shards any more.
    @Override
    public boolean block(String index, String through) throws ElasticException {
        request();
        mayBeLate(() -> model.block(index, through, () -> isQuiet(index), _ -> {}));
        List<Boolean> answers = new ArrayList<>();
        model.block(index, through, () -> isQuiet(index), answers::add);
        for (int looks = 0; answers.isEmpty(); looks++) {
            if (looks > PATIENCE) {
                throw lost();
            }
            process.sleep(LOOK);
        }
        answer();
        return answers.getFirst();
    }

    private boolean isQuiet(String index) {
        return !index.equals("target") || target.writesUnderWay() == 0;
    }

    @Override
    public boolean unblock(String index, String through) throws ElasticException {
        request();
        mayBeLate(() -> model.unblock(index, through));
        boolean done = model.unblock(index, through);
        answer();
        return done;
    }

    @Override
    public boolean hasBulks(String opaqueId) throws ElasticException {
        request();
        return target.tasks() > 0;
    }

    @Override
    public IndexHealth health(String index) throws ElasticException {
        request();
        return new IndexHealth("green", 1, 0, 0);
    }

    @Override
    public Map<String, String> settings(String index) throws ElasticException {
        request();
        return Map.of("index.number_of_replicas", "1", "index.translog.durability", "request");
    }

    @Override
    public Optional<GivenVersion> givenVersion(String index) {
        return Optional.empty();
    }

    @Override
    public ShardRouting placing(String index) {
        return new ShardRouting(1, 1, 1);
    }

    @Override
    public void markReleased(String index) {}

    @Override
    public List<JoinedChild> joined(String index, JoinField field) {
        return List.of();
    }

    @Override
    public Optional<String> mappingType(String index) {
        return Optional.empty();
    }

    @Override
    public Optional<String> managedBy(String index) {
        return Optional.empty();
    }

    @Override
    public Optional<JsonNode> referred(Reference reference) {
        return Optional.empty();
    }

    @Override
    public ClusterSettings clusterSettings() {
        return ClusterSettings.NONE;
    }

    @Override
    public TemplateAdditions templates(String index) {
        return TemplateAdditions.NONE;
    }

    @Override
    public IndexDefinition definition(String index) throws ElasticException {
        request();
        return new IndexDefinition(JsonNodeFactory.instance.objectNode(), new IndexSettings(Map.of(), Map.of()));
    }

    @Override
    public boolean refusesMissingAlias(String index, String alias) throws ElasticException {
        request();
        return true;
    }

    @Override
    public Optional<String> anchorProblem(String name) throws ElasticException {
        request();
        return Optional.empty();
    }

    @Override
    public Optional<String> refusal(String index, List<Alias> aliases) throws ElasticException {
        request();
        return Optional.empty();
    }

    @Override
    public Optional<List<Need>> lacking(List<Need> needs) throws ElasticException {
        request();
        return Optional.empty();
    }

    @Override
    public void set(String index, String setting, @Nullable String value) throws ElasticException {
        request();
    }

    @Override
    public long documents(String index, String routing, String query) throws ElasticException {
        request();
        return 1;
    }

    @Override
    public void copy(String index, String copy, String alias) {
        throw new IllegalArgumentException("no run of a simulation copies index " + index);
    }

    @Override
    public List<ShardReach> reach(String index) {
        throw new IllegalArgumentException("no run of a simulation copies index " + index);
    }

    @Override
    public void delete(String index) {
        throw new IllegalArgumentException("no run of a simulation deletes index " + index);
    }

    @Override
    public long search(String index, String body) throws ElasticException {
        request();
        return 1;
    }

    @Override
    public CanaryAnswer found(String index, String body) {
        return new CanaryAnswer(OptionalLong.empty(), true, List.of(), false, Optional.empty());
    }
}
