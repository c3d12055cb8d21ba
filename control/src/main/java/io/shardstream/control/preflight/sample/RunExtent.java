package io.shardstream.control.preflight.sample;

import java.util.OptionalLong;

/// What a whole run has beside a sample of it.
///
/// @param documents all that are to be copied
/// @param copies how many times a document is written on the target's data node that holds most, by all of
///     its shards for one: 1 on a single node, less where several share the primaries, more where they hold
///     replicas too
/// @param processors of the machine of readers and writers, at least 1
/// @param bytesPerSecond the most that the run file lets the run read or write, if it limits that
public record RunExtent(
        long documents, double copies, Placement placement, int processors, OptionalLong bytesPerSecond) {
    public RunExtent {
        if (processors < 1) {
            throw new IllegalArgumentException("a machine has a processor, got " + processors);
        }
    }
}
