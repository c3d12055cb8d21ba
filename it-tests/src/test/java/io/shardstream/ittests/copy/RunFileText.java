package io.shardstream.ittests.copy;

import io.shardstream.ittests.secrecy.Planted;
import io.shardstream.ittests.server.Brokers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// The run file of a test, until it is written: windows and bulks are small, so that a few documents make many of them.
final class RunFileText {
    /// The servers of tests ask nobody who they are. What is sent to them is a secret all the same, and every test
    /// looks whether it comes out anywhere.
    private static final String AUTH = "{basic: {user: shardstream, password: \"${file:" + CopyRun.PASSWORD + "}\"}}";

    private final String name;
    private final Brokers kafka;
    private final List<URI> sourceNodes;
    private final String source;
    private final String target;
    private final Map<Section, String> lines = new EnumMap<>(Section.class);
    private List<URI> targetNodes;
    private int shards = 5;
    private boolean saysDefaults = true;

    /// Where a test can put lines of its own.
    enum Section {
        KAFKA(""),
        SOURCE(""),
        TARGET("replicas: 0"),
        DOCS("max-document: 100mb"),
        WRITER("bulk-bytes: 64kb"),
        TOP("");

        private final String unlessGiven;

        Section(String unlessGiven) {
            this.unlessGiven = unlessGiven;
        }
    }

    /// @param nodes of both sides
    RunFileText(String name, Brokers kafka, List<URI> nodes, String source, String target) {
        this.name = name;
        this.kafka = kafka;
        this.sourceNodes = List.copyOf(nodes);
        this.source = source;
        this.targetNodes = this.sourceNodes;
        this.target = target;
    }

    void intoShards(int count) {
        shards = count;
    }

    /// @param nodes of the target only
    void into(List<URI> nodes) {
        targetNodes = List.copyOf(nodes);
    }

    /// Leaves out what tests say in place of a default.
    void withDefaults() {
        saysDefaults = false;
    }

    /// Replaces what the section has.
    void put(Section section, String its) {
        lines.put(section, its);
    }

    /// The run file in a folder, written when it is first asked for.
    Path in(Path folder) {
        Path file = folder.resolve("run.yaml");
        try {
            if (!Files.exists(file)) {
                Files.writeString(folder.resolve(CopyRun.PASSWORD), Planted.PASSWORD.text());
                Files.writeString(file, yaml());
            }
            return file;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// The next command has another one.
    void forget(Path folder) {
        try {
            Files.deleteIfExists(folder.resolve("run.yaml"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String yaml() {
        return """
                run: %s
                kafka:
                  bootstrap: "%s"
                  %s
                %s
                source:
                  nodes: [%s]
                  index: %s
                  %s
                  auth: %s
                %s
                target:
                  nodes: [%s]
                  auth: %s
                  index: %s
                  shards: %d
                %s
                docs:
                %s
                  %s
                  %s
                reader:
                  windows-in-flight: 2
                  window-bytes: 64kb
                writer:
                %s
                session-timeout: 3s
                %s%s%s%s
                """.formatted(
                        name,
                        kafka.bootstrap(),
                        saysDefaults ? "replication: " + kafka.replication() : "",
                        inside(Section.KAFKA),
                        list(sourceNodes),
                        source,
                        saysDefaults ? "refresh-interval: 500ms" : "",
                        AUTH,
                        inside(Section.SOURCE),
                        list(targetNodes),
                        AUTH,
                        target,
                        shards,
                        inside(Section.TARGET),
                        inside(Section.DOCS),
                        saysDefaults ? unlessSaid("trim: never") : "",
                        saysDefaults ? unlessSaid("max-backlog: 10gb") : "",
                        inside(Section.WRITER),
                        // Where a test writes meanwhile, what the run leaves out is what it wants.
                        linesOf(Section.TOP).contains("follow:") ? "" : "follow: false\n",
                        // What is refused is what a test is about, or is looked for in the end.
                        linesOf(Section.TOP).contains("rejects:") ? "" : "rejects: {max: 1000000}\n",
                        // Tests look at indices again and again, as production does, on processors that all
                        // share.
                        saysDefaults && !linesOf(Section.TOP).contains("guard:") ? "guard: off\n" : "",
                        linesOf(Section.TOP));
    }

    /// A line of the section `docs`, unless a test says something else.
    private String unlessSaid(String line) {
        return linesOf(Section.DOCS).contains(line.substring(0, line.indexOf(':') + 1)) ? "" : line;
    }

    private String inside(Section section) {
        return linesOf(section).indent(2).stripTrailing();
    }

    private String linesOf(Section section) {
        return lines.getOrDefault(section, section.unlessGiven);
    }

    private static String list(List<URI> addresses) {
        return addresses.stream().map(URI::toString).collect(Collectors.joining(", "));
    }
}
