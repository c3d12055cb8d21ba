package io.shardstream.ittests.versions;

import io.shardstream.localcluster.search.SearchServerVersion;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;

/// The servers of a run's two sides, each a cluster of its own.
record ServerPair(SearchServerVersion source, SearchServerVersion target) implements Comparable<ServerPair> {
    private static final String TO = " -> ";

    /// Which pairs are to run, where not all that have passed, such as
    /// `-Dshardstream.pairs=opensearch:1.3.20->opensearch:3.8.0`, several with commas.
    private static final String ONLY = System.getProperty("shardstream.pairs", "");

    /// Those of them that are to run; none where others are named.
    static Stream<ServerPair> wanted(List<ServerPair> some) {
        return some.stream().filter(pair -> ONLY.isEmpty() || named().contains(pair));
    }

    /// Those that are named, but for these, which may be none; where none is named, those that have passed
    /// before.
    static Stream<ServerPair> allBut(List<ServerPair> some) throws IOException {
        Collection<ServerPair> all = ONLY.isEmpty() ? VersionTable.passed() : named();
        return all.stream().filter(pair -> !some.contains(pair));
    }

    private static List<ServerPair> named() {
        return Stream.of(ONLY.split(",", -1)).map(ServerPair::parse).toList();
    }

    /// As [#toString] writes it, or without the spaces.
    static ServerPair parse(String line) {
        String[] sides = line.split(TO.strip(), 2);
        return new ServerPair(SearchServerVersion.parse(sides[0].strip()), SearchServerVersion.parse(sides[1].strip()));
    }

    @Override
    public int compareTo(ServerPair other) {
        return toString().compareTo(other.toString());
    }

    @Override
    public String toString() {
        return source + TO + target;
    }
}
