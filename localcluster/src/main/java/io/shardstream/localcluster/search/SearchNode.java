package io.shardstream.localcluster.search;

import io.shardstream.localcluster.process.Supervised;
import io.shardstream.localcluster.process.SupervisedCommand;
import io.shardstream.localcluster.server.LocalServer;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;

/// One node of a local Elasticsearch or OpenSearch cluster.
public final class SearchNode extends LocalServer {

    private final SearchCluster cluster;
    private final HealthProbe probe = new HealthProbe();
    private volatile NodePorts ports;
    private volatile int nodesAwaited;

    SearchNode(String name, SearchCluster cluster, NodePorts ports) {
        super(name, cluster.work());
        this.cluster = cluster;
        this.ports = ports;
    }

    /// Where it serves HTTP, such as `http://127.0.0.1:23456`.
    public URI url() {
        return URI.create("http://127.0.0.1:" + ports.http());
    }

    /// The loopback port of its HTTP interface.
    public int httpPort() {
        return ports.http();
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
        return cluster.distribution().prepare(spec(), cluster.work().account().commandPrefix(), output);
    }

    @Override
    protected boolean isReady() {
        return probe.nodes(url()) >= nodesAwaited;
    }

    @Override
    protected long serverPid(Supervised started) {
        return cluster.distribution().serverPid(spec(), started);
    }

    private NodeSpec spec() {
        return cluster.spec(this);
    }
}
