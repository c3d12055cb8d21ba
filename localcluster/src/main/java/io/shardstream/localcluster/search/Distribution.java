package io.shardstream.localcluster.search;

import io.shardstream.localcluster.artifact.ServerCache;
import io.shardstream.localcluster.process.ServerImage;
import io.shardstream.localcluster.process.SupervisedCommand;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/// How one product is fetched, configured and started.
sealed interface Distribution permits ElasticsearchDistribution, OpenSearchDistribution {

    static Distribution of(SearchServerVersion version) {
        return switch (version.product()) {
            case ELASTICSEARCH -> new ElasticsearchDistribution(version);
            case OPENSEARCH -> new OpenSearchDistribution(version);
        };
    }

    /// The unpacked server, fetched first if it is not in the cache.
    Path home(ServerCache cache);

    /// Settings that this product needs beside those that both share; these give way to the user's own.
    Map<String, String> defaultSettings();

    /// The same server as its makers' image.
    ServerImage image();

    /// Writes the configuration folder and tells the command that starts the node.
    SupervisedCommand prepare(NodeSpec node, Path output) throws IOException;

    /// The file into which the server writes its process id, where the command is only a launcher.
    Optional<Path> pidFile(NodeSpec node);
}
