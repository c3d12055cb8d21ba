package io.shardstream.localcluster.search;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// What a node's configuration is made of.
///
/// @param home the unpacked server
/// @param folder the node's own folder
/// @param java home of the JDK
/// @param javaOptions options of the JVM, the size of the heap among them
/// @param settings the content of `elasticsearch.yml` or `opensearch.yml`
record NodeSpec(Path home, Path folder, Path java, List<String> javaOptions, Map<String, String> settings) {

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
