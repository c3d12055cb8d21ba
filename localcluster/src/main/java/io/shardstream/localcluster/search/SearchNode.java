package io.shardstream.localcluster.search;

import io.shardstream.localcluster.process.FileTree;
import io.shardstream.localcluster.process.LocalServer;
import io.shardstream.localcluster.process.ServerRunner;
import io.shardstream.localcluster.process.ServerStart;
import io.shardstream.localcluster.process.SupervisedCommand;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Path;

/// One node of a local Elasticsearch or OpenSearch cluster.
public final class SearchNode extends LocalServer {

    private final SearchCluster cluster;
    private final NodePlace place;
    private final HealthProbe probe;
    private volatile Installation installation;
    private volatile NodePorts ports;
    private volatile int nodesAwaited;

    SearchNode(String name, SearchCluster cluster, NodePlace place, NodePorts ports) {
        super(name, cluster.work(), ServerRunner.of(place.commandPrefix()));
        this.cluster = cluster;
        this.place = place;
        this.installation =
                Installation.of(cluster.version(), runner(), cluster.work().account());
        this.probe = new HealthProbe(cluster.security());
        this.ports = ports;
    }

    /// Where it serves HTTP, such as `http://127.0.0.1:23456`; `https` if the cluster is secured.
    public URI url() {
        String scheme = cluster.security().isPresent() ? "https" : "http";
        return URI.create(scheme + "://" + place.httpHost() + ":" + ports.http());
    }

    /// The port of its HTTP interface.
    public int httpPort() {
        return ports.http();
    }

    /// Has it be of another version when it is started the next time, with the data that it has.
    ///
    /// @throws IllegalStateException if it runs
    public void upgrade(SearchServerVersion version) {
        if (isAlive()) {
            throw new IllegalStateException(name() + " runs: stop it before it is upgraded");
        }
        try {
            FileTree.delete(cluster.spec(this).configFolder());
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot delete the configuration of " + name(), e);
        }
        installation = Installation.of(version, runner(), cluster.work().account());
    }

    Installation installation() {
        return installation;
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
    protected ServerStart prepare(Path output) throws IOException {
        Distribution distribution = installation.distribution();
        NodeSpec spec = cluster.spec(this);
        SupervisedCommand command = distribution.prepare(spec, output);
        if (cluster.security().isPresent()) {
            cluster.security().get().writeTo(folder().resolve("config"));
        }
        return new ServerStart(command, distribution.image(), cluster.work().account(), distribution.pidFile(spec));
    }

    @Override
    protected boolean isReady() {
        return probe.nodes(url()) >= nodesAwaited;
    }
}
