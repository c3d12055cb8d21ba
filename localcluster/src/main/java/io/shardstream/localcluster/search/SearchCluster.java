package io.shardstream.localcluster.search;

import io.shardstream.localcluster.artifact.ServerCache;
import io.shardstream.localcluster.process.Account;
import io.shardstream.localcluster.process.FreePorts;
import io.shardstream.localcluster.process.Startup;
import io.shardstream.localcluster.process.WorkFolder;
import io.shardstream.localcluster.security.SearchSecurity;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// A running cluster of real Elasticsearch or OpenSearch nodes on the loopback interface. Ends with this JVM.
public final class SearchCluster implements AutoCloseable {

    private final SearchClusterBuilder wanted;
    private final ServerCache cache;
    private final WorkFolder work;
    private final FreePorts freePorts = new FreePorts(RandomGenerator.getDefault());
    private final List<SearchNode> nodes;

    SearchCluster(SearchClusterBuilder wanted) {
        Account account = Account.forServers();
        this.wanted = wanted;
        this.cache = ServerCache.standard(account);
        this.work = WorkFolder.open(wanted.folder(), wanted.version().product().word(), account, wanted.isDataKept());
        this.nodes = IntStream.range(0, wanted.nodes())
                .mapToObj(number -> new SearchNode("node-" + number, this, wanted.place(number), newPorts()))
                .toList();
    }

    /// The folder of that unpacked server, fetched first if it is not in the cache.
    public static Path home(SearchServerVersion version, ServerCache cache) {
        return Distribution.of(version).home(cache);
    }

    /// A cluster of that version: one node with a heap of 512 MB unless told otherwise.
    public static SearchClusterBuilder of(SearchServerVersion version) {
        return new SearchClusterBuilder(version);
    }

    void start() {
        try {
            nodes.forEach(node -> node.awaitNodes(nodes.size()));
            Startup.startAll(nodes, () -> nodes.forEach(node -> node.use(newPorts())));
            nodes.forEach(node -> node.awaitNodes(1));
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    /// The version that its nodes were first started in.
    public SearchServerVersion version() {
        return wanted.version();
    }

    /// All nodes, running or not.
    public List<SearchNode> nodes() {
        return nodes;
    }

    /// The node of that number, the first is 0.
    public SearchNode node(int number) {
        return nodes.get(number);
    }

    /// Where the nodes serve HTTP, such as `http://127.0.0.1:23456`.
    public List<URI> urls() {
        return nodes.stream().map(SearchNode::url).toList();
    }

    /// Where the first node serves HTTP.
    public URI url() {
        return node(0).url();
    }

    /// The folder with the nodes' configuration, logs and data.
    public Path folder() {
        return work.path();
    }

    /// Gives running nodes the users, roles and certificates as they are now; they take them up within a few seconds.
    ///
    /// @throws java.util.NoSuchElementException if the cluster is not secured
    public void renewSecurity() {
        SearchSecurity security = wanted.security().orElseThrow();
        try {
            for (SearchNode node : nodes) {
                security.writeTo(node.folder().resolve("config"));
            }
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot write who may use the cluster", e);
        }
    }

    Optional<SearchSecurity> security() {
        return wanted.security();
    }

    /// Kills the nodes and deletes their data, unless it is to be kept.
    @Override
    public void close() {
        Startup.closeAll(nodes, work);
    }

    WorkFolder work() {
        return work;
    }

    NodeSpec spec(SearchNode node) {
        return new NodeSpec(
                node.installation().installed(), cache, node.folder(), wanted.javaOptions(), settings(node));
    }

    private Map<String, String> settings(SearchNode node) {
        Map<String, String> settings =
                new HashMap<>(node.installation().distribution().defaultSettings());
        settings.put("cluster.name", "shardstream-local");
        settings.put("node.name", node.name());
        // As if each had a machine to itself.
        settings.put("node.attr.machine", node.name());
        settings.put("http.host", node.place().httpHost());
        settings.put("transport.host", node.place().transportHost());
        settings.put("http.port", "" + node.ports().http());
        settings.put("transport.port", "" + node.ports().transport());
        settings.put("path.data", node.folder().resolve("data").toString());
        settings.put("path.logs", node.folder().resolve("logs").toString());
        settings.put("cluster.routing.allocation.disk.threshold_enabled", "false");
        if (nodes.size() == 1) {
            settings.put("discovery.type", "single-node");
        } else {
            settings.put(
                    "discovery.seed_hosts",
                    list(n -> n.place().transportHost() + ":" + n.ports().transport()));
            settings.put("cluster.initial_master_nodes", list(SearchNode::name));
        }
        wanted.security().ifPresent(security -> settings.putAll(security.settings()));
        settings.putAll(wanted.settings());
        settings.putAll(wanted.nodeSettings(nodes.indexOf(node)));
        return settings;
    }

    private String list(Function<SearchNode, String> value) {
        return nodes.stream().map(value).map(text -> "\"" + text + "\"").collect(Collectors.joining(", ", "[", "]"));
    }

    private NodePorts newPorts() {
        return new NodePorts(freePorts.next(), freePorts.next());
    }
}
