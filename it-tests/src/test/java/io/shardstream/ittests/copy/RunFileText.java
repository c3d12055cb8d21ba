package io.shardstream.ittests.copy;

import java.net.URI;
import java.util.List;
import java.util.stream.Collectors;

/// The run file of a test: windows and bulks are small, so that a few documents make many of them.
///
/// @param name the run's name
/// @param bootstrap of Kafka
/// @param nodes of source and target
/// @param source the source index
/// @param target the target index
/// @param targetShards its shards
/// @param more further lines of the section `target`
/// @param maxDocument the largest document to copy, such as `100mb`
/// @param moreSource further lines of the section `source`
/// @param moreLines further lines
record RunFileText(
        String name,
        String bootstrap,
        List<URI> nodes,
        String source,
        String target,
        int targetShards,
        String more,
        String maxDocument,
        String moreSource,
        String moreLines) {
    String yaml() {
        String addresses = nodes.stream().map(URI::toString).collect(Collectors.joining(", "));
        return """
                run: %s
                kafka:
                  bootstrap: %s
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
                  max-document: %s
                reader:
                  windows-in-flight: 2
                  window-bytes: 64kb
                writer:
                  bulk-bytes: 64kb
                session-timeout: 3s
                %s
                """.formatted(
                        name,
                        bootstrap,
                        addresses,
                        source,
                        moreSource.indent(2).stripTrailing(),
                        addresses,
                        target,
                        targetShards,
                        more.indent(2).stripTrailing(),
                        maxDocument,
                        moreLines);
    }
}
