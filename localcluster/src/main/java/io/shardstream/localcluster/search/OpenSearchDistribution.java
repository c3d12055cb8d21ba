package io.shardstream.localcluster.search;

import io.shardstream.localcluster.artifact.ServerCache;
import io.shardstream.localcluster.process.LocalServerException;
import io.shardstream.localcluster.process.Supervised;
import io.shardstream.localcluster.process.SupervisedCommand;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// OpenSearch, put together from the jars that its distribution holds.
record OpenSearchDistribution(ServerVersion version) implements Distribution {

    @Override
    public Path home(ServerCache cache) {
        throw new LocalServerException(version + " cannot be started yet.");
    }

    @Override
    public Map<String, String> defaultSettings() {
        return Map.of();
    }

    @Override
    public SupervisedCommand prepare(NodeSpec node, List<String> prefix, Path output) {
        throw new LocalServerException(version + " cannot be started yet.");
    }

    @Override
    public long serverPid(NodeSpec node, Supervised started) {
        return started.pid();
    }
}
