package io.shardstream.simulation.elastic;

import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;

/// What a cluster state says of one shard.
///
/// @param term primary term
/// @param primary node of the primary
/// @param allocation of the primary
/// @param inSync nodes of the in-sync copies
/// @param active nodes of the started copies
record Routing(long term, int primary, String allocation, SortedSet<Integer> inSync, SortedSet<Integer> active) {
    Routing {
        inSync = Collections.unmodifiableSortedSet(new TreeSet<>(inSync));
        active = Collections.unmodifiableSortedSet(new TreeSet<>(active));
    }
}
