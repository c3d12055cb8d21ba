package io.shardstream.cli.demo;

import io.shardstream.cli.compare.IndexAddress;
import io.shardstream.localcluster.artifact.FileTree;
import io.shardstream.localcluster.kafka.KafkaCluster;
import io.shardstream.localcluster.search.SearchCluster;
import io.shardstream.localcluster.search.ServerVersion;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;

/// The servers of the demo and the run file that names them.
///
/// @param folder for the run file and the logs of readers and writers, deleted at the end
record Stage(KafkaCluster kafka, SearchCluster search, Path folder) implements AutoCloseable {
    static final String SOURCE = "demo-source";
    static final String TARGET = "demo-target";
    static final int SOURCE_SHARDS = 3;
    static final int TARGET_SHARDS = 5;

    private static final int NODES = 2;
    private static final int NODE_HEAP_MEGABYTES = 1024;

    /// Starts a broker and a search cluster.
    static Stage start(ServerVersion version) {
        KafkaCluster kafka = KafkaCluster.builder().start();
        try {
            SearchCluster search = SearchCluster.of(version)
                    .nodes(NODES)
                    .heapMegabytes(NODE_HEAP_MEGABYTES)
                    .start();
            return new Stage(kafka, search, Files.createTempDirectory("shardstream-demo-"));
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot make a folder for the demo", e);
        } catch (RuntimeException e) {
            kafka.close();
            throw e;
        }
    }

    /// Writes the run file and tells where it is. Windows of 1 MB instead of 8 let the progress move in small
    /// steps, so that kills fall between them.
    Path writeRunFile() {
        String nodes = search.urls().stream().map(Object::toString).collect(Collectors.joining(", "));
        String text = """
                run: demo
                kafka:
                  bootstrap: %s
                source:
                  nodes: [%s]
                  index: %s
                target:
                  nodes: [%s]
                  index: %s
                  shards: %d
                reader:
                  windows-in-flight: 2
                  window-bytes: 1mb
                session-timeout: 2s
                """.formatted(kafka.bootstrapServers(), nodes, SOURCE, nodes, TARGET, TARGET_SHARDS);
        try {
            return Files.writeString(folder.resolve("run.yaml"), text);
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot write the run file of the demo", e);
        }
    }

    IndexAddress source() {
        return new IndexAddress(search.url(), SOURCE);
    }

    IndexAddress target() {
        return new IndexAddress(search.url(), TARGET);
    }

    @Override
    public void close() {
        search.close();
        kafka.close();
        try {
            FileTree.delete(folder);
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot delete " + folder, e);
        }
    }
}
