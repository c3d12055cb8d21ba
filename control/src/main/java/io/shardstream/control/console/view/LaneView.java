package io.shardstream.control.console.view;

import io.shardstream.control.console.ledger.Accounted;
import java.util.Optional;

/// A lane, which by default is a shard of the target.
///
/// @param lane its number
/// @param node that has the primary of that shard, by name; empty if it is not known
/// @param written records that have their outcome
/// @param end records that were ever published to it
/// @param waiting those that wait
/// @param recordsPerSecond how fast it is written
/// @param accounted what became of its records; empty where the ledger is not kept
public record LaneView(
        int lane,
        String node,
        long written,
        long end,
        BacklogView waiting,
        Rates recordsPerSecond,
        Optional<Accounted> accounted) {}
