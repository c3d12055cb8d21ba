package io.shardstream.localcluster.search;

import io.shardstream.localcluster.artifact.ServerCache;
import io.shardstream.localcluster.process.Installed;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// What a node's configuration is made of.
///
/// @param installed the server, where it will run
/// @param cache the servers on this machine
/// @param folder the node's own folder
/// @param javaOptions options of the JVM, the size of the heap among them
/// @param settings the content of `elasticsearch.yml` or `opensearch.yml`
record NodeSpec(
        Installed installed, ServerCache cache, Path folder, List<String> javaOptions, Map<String, String> settings) {

    NodeSpec {
        javaOptions = List.copyOf(javaOptions);
        settings = Map.copyOf(settings);
    }

    Path configFolder() {
        return folder.resolve("config");
    }

    Path temporaryFolder() {
        return folder.resolve("tmp");
    }

    Path pidFile() {
        return folder.resolve("pid");
    }
}
