package io.shardstream.bench.pipeline;

import io.shardstream.bench.documents.Workload;
import io.shardstream.bench.stage.BenchServers;
import io.shardstream.localcluster.search.SearchCluster;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/// Run files of runs that are measured: everything as it is by default, but for what is said here.
public final class RunText {
    private RunText() {}

    /// Writes the run file of a copy of one index into a new one.
    ///
    /// @param name of the run and of the target
    /// @param targetShards of the target, which gets the mappings of the workload
    /// @param more further lines, such as `writer: { bulk-bytes: 1mb }`
    public static Path write(
            Path folder, String name, BenchServers stage, Workload workload, int targetShards, String... more)
            throws IOException {
        List<String> target =
                List.of("shards: " + targetShards, "replicas: 0", "settings: { index.refresh_interval: \"-1\" }");
        return write(folder, name, stage, workload.index(), target, more);
    }

    /// Writes the run file of a copy of one index into a new one.
    ///
    /// @param name of the run and of the target
    /// @param target further lines of the section `target`, whose settings are otherwise the source's
    /// @param more further lines, such as `follow: true`
    public static Path write(
            Path folder, String name, BenchServers stage, String source, List<String> target, String... more)
            throws IOException {
        String text =
                """
                run: %s
                kafka: { bootstrap: "%s" }
                docs: { trim: never, max-backlog: 10gb }
                guard: off
                source: { nodes: [%s], index: %s }
                target:
                  nodes: [%s]
                  index: %s
                """.formatted(name, stage.kafkaBootstrap(), urls(stage.search()), source, urls(stage.target()), name)
                        + target.stream().map(line -> "  " + line + "\n").collect(Collectors.joining())
                        + String.join("\n", more)
                        + (String.join("\n", more).contains("follow:") ? "" : "\nfollow: false\n");
        return Files.writeString(folder.resolve(name + ".yaml"), text);
    }

    private static String urls(SearchCluster search) {
        return search.urls().stream()
                .map(URI::toString)
                .map(url -> '"' + url + '"')
                .collect(Collectors.joining(", "));
    }
}
