package io.shardstream.ittests.copy;

import io.shardstream.ittests.server.Brokers;
import java.net.URI;
import java.util.List;
import java.util.stream.Collectors;

/// The run file of a test: windows and bulks are small, so that a few documents make many of them.
///
/// @param name the run's name
/// @param kafka where its topics are
/// @param nodes of source and target
/// @param source the source index
/// @param target the target index
/// @param shards of the target index
/// @param targetLines further lines of the section `target`
/// @param docsLines the lines of the section `docs`
/// @param sourceLines further lines of the section `source`
/// @param moreLines further lines
record RunFileText(
        String name,
        Brokers kafka,
        List<URI> nodes,
        String source,
        String target,
        int shards,
        String targetLines,
        String docsLines,
        String sourceLines,
        String moreLines) {
    static RunFileText of(String name, Brokers kafka, List<URI> nodes, String source, String target) {
        return new RunFileText(name, kafka, nodes, source, target, 5, "replicas: 0", "max-document: 100mb", "", "");
    }

    RunFileText intoShards(int count) {
        return new RunFileText(
                name, kafka, nodes, source, target, count, targetLines, docsLines, sourceLines, moreLines);
    }

    RunFileText withTarget(String lines) {
        return new RunFileText(name, kafka, nodes, source, target, shards, lines, docsLines, sourceLines, moreLines);
    }

    RunFileText withDocs(String lines) {
        return new RunFileText(name, kafka, nodes, source, target, shards, targetLines, lines, sourceLines, moreLines);
    }

    RunFileText withSource(String lines) {
        return new RunFileText(name, kafka, nodes, source, target, shards, targetLines, docsLines, lines, moreLines);
    }

    RunFileText withLines(String lines) {
        return new RunFileText(name, kafka, nodes, source, target, shards, targetLines, docsLines, sourceLines, lines);
    }

    String yaml() {
        String addresses = nodes.stream().map(URI::toString).collect(Collectors.joining(", "));
        return """
                run: %s
                kafka:
                  bootstrap: "%s"
                  replication: %d
                source:
                  nodes: [%s]
                  index: %s
                %s
                target:
                  nodes: [%s]
                  index: %s
                  shards: %d
                %s
                docs:
                %s
                reader:
                  windows-in-flight: 2
                  window-bytes: 64kb
                writer:
                  bulk-bytes: 64kb
                session-timeout: 3s
                %s
                """.formatted(
                        name,
                        kafka.bootstrap(),
                        kafka.replication(),
                        addresses,
                        source,
                        sourceLines.indent(2).stripTrailing(),
                        addresses,
                        target,
                        shards,
                        targetLines.indent(2).stripTrailing(),
                        docsLines.indent(2).stripTrailing(),
                        moreLines);
    }
}
