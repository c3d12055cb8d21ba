package io.shardstream.ittests.versions;

import io.shardstream.localcluster.search.ServerVersion;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/// The servers of a run's two sides, each a cluster of its own.
record ServerPair(ServerVersion source, ServerVersion target) implements Comparable<ServerPair> {
    private static final String TO = " -> ";

    /// Every source with every target.
    static List<ServerPair> all() {
        return Arrays.stream(ServerVersion.values())
                .flatMap(source -> Arrays.stream(ServerVersion.values()).map(target -> new ServerPair(source, target)))
                .toList();
    }

    /// Every other one.
    static Stream<ServerPair> allBut(List<ServerPair> some) {
        return all().stream().filter(pair -> !some.contains(pair));
    }

    /// As [#toString] writes it.
    static ServerPair parse(String line) {
        String[] sides = line.split(TO, 2);
        return new ServerPair(ServerVersion.parse(sides[0]), ServerVersion.parse(sides[1]));
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
