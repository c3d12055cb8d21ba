package io.shardstream.common.pace;

/// The lanes of a process that are on one node, or its source shards. What processes hold tells how a limit is divided
/// among them, since they do not talk to each other.
///
/// @param node its name; empty for one that is not known
/// @param lanes how many the process holds there, at least 1
/// @param of how many may be there, whoever holds them, at least as many
public record Holding(String node, int lanes, int of) {
    public Holding {
        if (lanes < 1 || of < lanes) {
            throw new IllegalArgumentException("of " + of + " lanes on " + node + " a process cannot hold " + lanes);
        }
    }

    double share() {
        return (double) lanes / of;
    }
}
