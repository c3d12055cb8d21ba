package io.shardstream.control.console.view;

import io.shardstream.common.contract.record.Event;
import java.util.stream.Stream;

/// Finds what has happened of one kind. Used by one thread, with one view after the other.
interface EventDetector {
    /// @param before the view before; the first view comes as both
    Stream<Event> between(RunView before, RunView now);

    /// What comes after the sentence itself.
    static String because(String reason) {
        return reason.isEmpty() ? "" : ": " + reason;
    }
}
