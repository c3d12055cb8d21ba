package io.shardstream.localcluster.search;

import java.nio.file.Path;
import java.util.Map;

/// What a node's configuration is made of.
///
/// @param home the unpacked server
/// @param folder the node's own folder
/// @param java home of the JDK
/// @param heapMegabytes size of the heap
/// @param settings the content of `elasticsearch.yml` or `opensearch.yml`
record NodeSpec(Path home, Path folder, Path java, int heapMegabytes, Map<String, String> settings) {

    NodeSpec {
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
