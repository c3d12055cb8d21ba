package io.shardstream.ittests.copy;

import io.shardstream.ittests.server.Brokers;
import java.net.URI;
import java.util.List;
import java.util.stream.Collectors;

/// The run file of a test: windows and bulks are small, so that a few documents make many of them.
///
/// @param name the run's name
/// @param kafka where its topics are
/// @param nodes of the source
/// @param source the source index
/// @param targetNodes of the target
/// @param target the target index
/// @param shards of the target index
/// @param targetLines further lines of the section `target`
/// @param docsLines the lines of the section `docs`
/// @param writerLines the lines of the section `writer`
/// @param sourceLines further lines of the section `source`
/// @param moreLines further lines
record RunFileText(
        String name,
        Brokers kafka,
        List<URI> nodes,
        String source,
        List<URI> targetNodes,
        String target,
        int shards,
        String targetLines,
        String docsLines,
        String writerLines,
        String sourceLines,
        String moreLines) {
    static RunFileText of(String name, Brokers kafka, List<URI> nodes, String source, String target) {
        return new RunFileText(
                name,
                kafka,
                nodes,
                source,
                nodes,
                target,
                5,
                "replicas: 0",
                "max-document: 100mb",
                "bulk-bytes: 64kb",
                "",
                "");
    }

    RunFileText intoShards(int count) {
        return new RunFileText(
                name,
                kafka,
                nodes,
                source,
                targetNodes,
                target,
                count,
                targetLines,
                docsLines,
                writerLines,
                sourceLines,
                moreLines);
    }

    RunFileText into(List<URI> others) {
        return new RunFileText(
                name,
                kafka,
                nodes,
                source,
                others,
                target,
                shards,
                targetLines,
                docsLines,
                writerLines,
                sourceLines,
                moreLines);
    }

    RunFileText withTarget(String lines) {
        return new RunFileText(
                name,
                kafka,
                nodes,
                source,
                targetNodes,
                target,
                shards,
                lines,
                docsLines,
                writerLines,
                sourceLines,
                moreLines);
    }

    RunFileText withDocs(String lines) {
        return new RunFileText(
                name,
                kafka,
                nodes,
                source,
                targetNodes,
                target,
                shards,
                targetLines,
                lines,
                writerLines,
                sourceLines,
                moreLines);
    }

    RunFileText withWriter(String lines) {
        return new RunFileText(
                name,
                kafka,
                nodes,
                source,
                targetNodes,
                target,
                shards,
                targetLines,
                docsLines,
                lines,
                sourceLines,
                moreLines);
    }

    RunFileText withSource(String lines) {
        return new RunFileText(
                name,
                kafka,
                nodes,
                source,
                targetNodes,
                target,
                shards,
                targetLines,
                docsLines,
                writerLines,
                lines,
                moreLines);
    }

    RunFileText withLines(String lines) {
        return new RunFileText(
                name,
                kafka,
                nodes,
                source,
                targetNodes,
                target,
                shards,
                targetLines,
                docsLines,
                writerLines,
                sourceLines,
                lines);
    }

    String yaml() {
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
                %s
                session-timeout: 3s
                %s
                """.formatted(
                        name,
                        kafka.bootstrap(),
                        kafka.replication(),
                        list(nodes),
                        source,
                        sourceLines.indent(2).stripTrailing(),
                        list(targetNodes),
                        target,
                        shards,
                        targetLines.indent(2).stripTrailing(),
                        docsLines.indent(2).stripTrailing(),
                        writerLines.indent(2).stripTrailing(),
                        moreLines);
    }

    private static String list(List<URI> addresses) {
        return addresses.stream().map(URI::toString).collect(Collectors.joining(", "));
    }
}
