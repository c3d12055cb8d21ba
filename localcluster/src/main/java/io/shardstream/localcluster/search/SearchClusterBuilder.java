package io.shardstream.localcluster.search;

import io.shardstream.localcluster.process.LocalServerException;
import io.shardstream.localcluster.security.SearchSecurity;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// Says what cluster is wanted, then starts it.
public final class SearchClusterBuilder {

    private final SearchServerVersion version;
    private final Map<String, String> settings = new HashMap<>();
    private final Map<Integer, Map<String, String>> nodeSettings = new HashMap<>();
    private final Map<Integer, NodePlace> places = new HashMap<>();
    private int nodes = 1;
    private int heapMegabytes = 512;
    private final List<String> javaOptions = new ArrayList<>();
    private Optional<Path> folder = Optional.empty();
    private boolean dataKept;
    private Optional<SearchSecurity> security = Optional.empty();

    SearchClusterBuilder(SearchServerVersion version) {
        this.version = version;
    }

    /// How many nodes, at least 1; all may become master and hold data.
    public SearchClusterBuilder nodes(int count) {
        if (count < 1) {
            throw new IllegalArgumentException("A cluster has at least one node, not " + count);
        }
        nodes = count;
        return this;
    }

    /// The heap of each node in megabytes.
    public SearchClusterBuilder heapMegabytes(int megabytes) {
        heapMegabytes = megabytes;
        return this;
    }

    /// Servers of which nobody asks how fast they are: they compile less and do not touch all of their heap at the
    /// start, so that they start sooner and leave the processors to others.
    public SearchClusterBuilder compilingLittle() {
        return javaOption("-XX:TieredStopAtLevel=1").javaOption("-XX:-AlwaysPreTouch");
    }

    /// One more option for each server's JVM.
    public SearchClusterBuilder javaOption(String option) {
        javaOptions.add(option);
        return this;
    }

    /// A setting of all nodes, as it stands in `elasticsearch.yml`; overrides the one that is set otherwise.
    public SearchClusterBuilder setting(String name, String value) {
        settings.put(name, value);
        return this;
    }

    /// A setting of one node, the first is 0.
    public SearchClusterBuilder nodeSetting(int node, String name, String value) {
        nodeSettings.computeIfAbsent(node, _ -> new HashMap<>()).put(name, value);
        return this;
    }

    /// Where one node runs and listens, the first is 0. Unless told otherwise that is the loopback interface. A node
    /// that listens elsewhere insists on limits of the operating system (Elasticsearch's bootstrap checks).
    public SearchClusterBuilder place(int node, NodePlace place) {
        places.put(node, place);
        return this;
    }

    /// The folder for configuration, logs and data, instead of a new temporary one.
    public SearchClusterBuilder folder(Path path) {
        folder = Optional.of(path);
        return this;
    }

    /// Switches the security of an Elasticsearch cluster on. Its nodes then speak TLS alone.
    public SearchClusterBuilder secured(SearchSecurity by) {
        security = Optional.of(by);
        return this;
    }

    /// Leaves the folder where it is when the cluster is closed or this JVM ends.
    public SearchClusterBuilder keepData() {
        dataKept = true;
        return this;
    }

    /// Starts the cluster and returns when every node has joined it.
    ///
    /// @throws LocalServerException if it does not come up; the message holds the cause from its log
    public SearchCluster start() {
        SearchCluster cluster = new SearchCluster(this);
        cluster.start();
        return cluster;
    }

    SearchServerVersion version() {
        return version;
    }

    int nodes() {
        return nodes;
    }

    Map<String, String> settings() {
        return settings;
    }

    Map<String, String> nodeSettings(int node) {
        return nodeSettings.getOrDefault(node, Map.of());
    }

    NodePlace place(int node) {
        return places.getOrDefault(node, NodePlace.LOOPBACK);
    }

    Optional<SearchSecurity> security() {
        return security;
    }

    Optional<Path> folder() {
        return folder;
    }

    List<String> javaOptions() {
        String size = heapMegabytes + "m";
        return Stream.concat(Stream.of("-Xms" + size, "-Xmx" + size), javaOptions.stream())
                .toList();
    }

    boolean isDataKept() {
        return dataKept;
    }
}
