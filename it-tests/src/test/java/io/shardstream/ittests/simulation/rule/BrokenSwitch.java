package io.shardstream.ittests.simulation.rule;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.control.cutover.Alias;
import io.shardstream.control.cutover.AliasChange;
import io.shardstream.control.cutover.ClusterSwitch;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

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
    public List<Alias> aliases(String index) throws ElasticException {
        return cluster.aliases(index);
    }

    @Override
    public boolean change(List<AliasChange> changes) throws ElasticException {
        return cluster.change(changes);
    }

    @Override
    public boolean isBlocked(String index) throws ElasticException {
        return cluster.isBlocked(index);
    }

    @Override
    public boolean block(String index) throws ElasticException {
        boolean skipped = off == Rule.TARGET_BLOCKED && index.equals("target");
        boolean source = off == Rule.SOURCE_BLOCKED && index.equals("source");
        return skipped || source || cluster.block(index);
    }

    @Override
    public void unblock(String index) throws ElasticException {
        cluster.unblock(index);
    }

    @Override
    public boolean hasBulks(String opaqueId) throws ElasticException {
        return off != Rule.TASKS_AWAITED && cluster.hasBulks(opaqueId);
    }

    @Override
    public String health(String index) throws ElasticException {
        return cluster.health(index);
    }

    @Override
    public Map<String, String> settings(String index) throws ElasticException {
        return cluster.settings(index);
    }

    @Override
    public void set(String index, String setting, @Nullable String value) throws ElasticException {
        cluster.set(index, setting, value);
    }

    @Override
    public long search(String index, String body) throws ElasticException {
        return cluster.search(index, body);
    }
}
