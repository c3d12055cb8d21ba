package io.shardstream.localcluster.search;

import io.shardstream.localcluster.artifact.ServerCache;
import io.shardstream.localcluster.process.Supervised;
import io.shardstream.localcluster.process.SupervisedCommand;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// How one product is fetched, configured and started.
sealed interface Distribution permits ElasticsearchDistribution, OpenSearchDistribution {

    static Distribution of(ServerVersion version) {
        return switch (version.product()) {
            case ELASTICSEARCH -> new ElasticsearchDistribution(version);
            case OPENSEARCH -> new OpenSearchDistribution(version);
        };
    }

    /// The unpacked server, fetched first if it is not in the cache.
    Path home(ServerCache cache);

    /// Settings that this product needs beside those that both share; these give way to the user's own.
    Map<String, String> defaultSettings();

    /// Writes the configuration folder and tells the command that starts the node.
    ///
    /// @param prefix stands in front of the command
    SupervisedCommand prepare(NodeSpec node, List<String> prefix, Path output) throws IOException;

    /// The process of the server itself; the launcher's until the server has told its own.
    long serverPid(NodeSpec node, Supervised started);
}
