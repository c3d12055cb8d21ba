package io.shardstream.ittests.versions;

import io.shardstream.ittests.structure.Project;
import io.shardstream.localcluster.search.SearchServerVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumSet;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// Which pairs of servers [VersionPairTest] has passed, and the README's table of them. The pairs stand in a file among
/// the tests' resources, a line each, to which the test adds with `-Dshardstream.golden=write`.
final class VersionTable {
    private static final Path FILE =
            Project.HOME.resolve("it-tests/src/test/resources/io/shardstream/ittests/versions/passed.txt");

    /// Those that `plan` does not refuse as targets; as sources it refuses none.
    private static final Set<SearchServerVersion> TARGETS =
            EnumSet.complementOf(EnumSet.of(SearchServerVersion.ELASTICSEARCH_7_10, SearchServerVersion.OPENSEARCH_1));

    private VersionTable() {}

    static boolean isWritten() {
        return "write".equals(System.getProperty("shardstream.golden"));
    }

    static SortedSet<ServerPair> passed() throws IOException {
        return Files.readAllLines(FILE).stream().map(ServerPair::parse).collect(Collectors.toCollection(TreeSet::new));
    }

    /// Writes down that a pair has passed, if that is wanted.
    static void passed(ServerPair pair) throws IOException {
        if (isWritten()) {
            SortedSet<ServerPair> all = passed();
            all.add(pair);
            Files.write(FILE, all.stream().map(ServerPair::toString).toList());
        }
    }

    /// A row for each source, a column for each target.
    static String of(Collection<ServerPair> passed) {
        String head =
                TARGETS.stream().map(target -> " to " + name(target) + " |").collect(Collectors.joining());
        String rows = Arrays.stream(SearchServerVersion.values())
                .map(source -> "| from " + name(source) + " |"
                        + TARGETS.stream()
                                .map(target ->
                                        passed.contains(new ServerPair(source, target)) ? " yes |" : " not run |")
                                .collect(Collectors.joining())
                        + "\n")
                .collect(Collectors.joining());
        return "| |" + head + "\n|" + " --- |".repeat(1 + TARGETS.size()) + "\n" + rows;
    }

    private static String name(SearchServerVersion version) {
        return switch (version.product()) {
            case ELASTICSEARCH -> "Elasticsearch " + version.number();
            case OPENSEARCH -> "OpenSearch " + version.number();
        };
    }
}
