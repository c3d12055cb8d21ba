package io.shardstream.localcluster.search;

import io.shardstream.localcluster.process.Supervised;
import io.shardstream.localcluster.process.SupervisedCommand;
import io.shardstream.localcluster.server.LocalServer;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// One node of a local Elasticsearch or OpenSearch cluster.
public final class SearchNode extends LocalServer {

    private final SearchCluster cluster;
    private final NodePlace place;
    private final HealthProbe probe = new HealthProbe();
    private volatile NodePorts ports;
    private volatile int nodesAwaited;

    SearchNode(String name, SearchCluster cluster, NodePlace place, NodePorts ports) {
        super(name, cluster.work());
        this.cluster = cluster;
        this.place = place;
        this.ports = ports;
    }

    /// Where it serves HTTP, such as `http://127.0.0.1:23456`.
    public URI url() {
        return URI.create("http://" + place.httpHost() + ":" + ports.http());
    }

    /// The port of its HTTP interface.
    public int httpPort() {
        return ports.http();
    }

    NodePlace place() {
        return place;
    }

    NodePorts ports() {
        return ports;
    }

    void use(NodePorts others) {
        ports = others;
    }

    /// How many nodes must have joined before it counts as ready.
    void awaitNodes(int count) {
        nodesAwaited = count;
    }

    @Override
    protected SupervisedCommand prepare(Path output) throws IOException {
        return cluster.distribution().prepare(spec(), commandPrefix(), output);
    }

    @Override
    protected boolean isReady() {
        return probe.nodes(url()) >= nodesAwaited;
    }

    @Override
    protected long serverPid(Supervised started) {
        return cluster.distribution().serverPid(spec(), started);
    }

    private List<String> commandPrefix() {
        List<String> prefix = new ArrayList<>(place.commandPrefix());
        prefix.addAll(cluster.work().account().commandPrefix());
        return prefix;
    }

    private NodeSpec spec() {
        return cluster.spec(this);
    }
}
