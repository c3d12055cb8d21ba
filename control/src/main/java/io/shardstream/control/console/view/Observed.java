package io.shardstream.control.console.view;

import io.shardstream.common.contract.record.Event;
import io.shardstream.control.console.ledger.LedgerSums;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// What is known of a run beside what Kafka's topics say of its documents.
///
/// @param ledger empty where it is not kept
/// @param members readers and writers at work; empty while that is not known
/// @param controllers how many processes control the run or stand by; empty while that is not known
/// @param loads what writers have told lately of the target's data nodes, by name
/// @param behind operations of the source that are not read yet, as whoever controls the run has told lately
/// @param events what happened last, the newest last
/// @param lastHeard when a process of the run has told something last; empty if that is not known
public record Observed(
        Optional<LedgerSums> ledger,
        Optional<List<MemberView>> members,
        OptionalInt controllers,
        Map<String, NodeLoad> loads,
        OptionalLong behind,
        List<Event> events,
        Optional<Instant> lastHeard) {
    /// Nothing is.
    public static final Observed NOTHING = new Observed(
            Optional.empty(),
            Optional.empty(),
            OptionalInt.empty(),
            Map.of(),
            OptionalLong.empty(),
            List.of(),
            Optional.empty());

    /// One in which it is known who reads and writes, and not who controls the run.
    public Observed(
            Optional<LedgerSums> ledger,
            List<MemberView> members,
            Map<String, NodeLoad> loads,
            OptionalLong behind,
            List<Event> events) {
        this(ledger, Optional.of(members), OptionalInt.empty(), loads, behind, events, Optional.empty());
    }

    /// One in which it is not known when a process has told something last.
    public Observed(
            Optional<LedgerSums> ledger,
            Optional<List<MemberView>> members,
            OptionalInt controllers,
            Map<String, NodeLoad> loads,
            OptionalLong behind,
            List<Event> events) {
        this(ledger, members, controllers, loads, behind, events, Optional.empty());
    }

    public Observed {
        members = members.map(List::copyOf);
        loads = Map.copyOf(loads);
        events = List.copyOf(events);
    }
}
