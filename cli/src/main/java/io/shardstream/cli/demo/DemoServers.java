package io.shardstream.cli.demo;

import io.shardstream.localcluster.kafka.KafkaCluster;
import io.shardstream.localcluster.search.SearchCluster;
import io.shardstream.localcluster.search.SearchServerVersion;
import io.shardstream.workload.compare.IndexAddress;
import java.util.stream.Collectors;

/// The servers of the demo.
record DemoServers(KafkaCluster kafka, SearchCluster search) implements AutoCloseable {
    static final String SOURCE = "demo-source";
    static final String TARGET = "demo-target";
    static final int SOURCE_SHARDS = 3;
    static final int TARGET_SHARDS = 5;

    private static final int NODES = 2;
    private static final int NODE_HEAP_MEGABYTES = 1024;

    /// Starts a broker and a search cluster.
    static DemoServers start(SearchServerVersion version) {
        KafkaCluster kafka = KafkaCluster.builder().start();
        try {
            SearchCluster search = SearchCluster.of(version)
                    .nodes(NODES)
                    .heapMegabytes(NODE_HEAP_MEGABYTES)
                    .start();
            return new DemoServers(kafka, search);
        } catch (RuntimeException e) {
            kafka.close();
            throw e;
        }
    }

    /// The run file. Windows of 1 MB instead of 8 let the progress move in small steps, so that kills fall
    /// between them.
    String runFile() {
        String nodes = search.urls().stream().map(Object::toString).collect(Collectors.joining(", "));
        return """
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
                guard: off
                session-timeout: 2s
                follow: false
                """.formatted(kafka.bootstrapServers(), nodes, SOURCE, nodes, TARGET, TARGET_SHARDS);
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
    }
}
