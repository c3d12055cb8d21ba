package io.shardstream.control.view;

import io.shardstream.common.record.Event;
import io.shardstream.control.ledger.LedgerSums;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/// What is known of a run beside what Kafka's topics say of its documents.
///
/// @param ledger empty where it is not kept
/// @param members readers and writers at work
/// @param loads what writers have told lately of the target's data nodes, by name
/// @param behind operations of the source that are not read yet, as whoever controls the run has told lately
/// @param events what happened last, the newest last
public record Observed(
        Optional<LedgerSums> ledger,
        List<MemberView> members,
        Map<String, NodeLoad> loads,
        OptionalLong behind,
        List<Event> events) {
    /// Nothing is.
    public static final Observed NOTHING =
            new Observed(Optional.empty(), List.of(), Map.of(), OptionalLong.empty(), List.of());

    public Observed {
        members = List.copyOf(members);
        loads = Map.copyOf(loads);
        events = List.copyOf(events);
    }
}
