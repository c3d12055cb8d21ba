package io.shardstream.control.console.view;

import io.shardstream.common.contract.record.Event;
import io.shardstream.control.console.ledger.Accounted;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/// Everything worth showing of a run at one moment.
///
/// @param run its name
/// @param at when this was seen
/// @param sourceIndex the index that is read
/// @param targetIndex the index that is written
/// @param standing what was decided
/// @param percent how much of the source at the start has its outcome, 0 to 100; 100 only when everything has
/// @param goalDocs live documents of the source at the start
/// @param read documents that are in Kafka or were; those published again are not counted again
/// @param waiting what waits in Kafka, of all lanes
/// @param maxBacklog bytes that may wait before readers wait too
/// @param written documents of those read that the target took or already had newer; at least so many
/// @param rejected documents that the target refused and has not taken since
/// @param lostRejects records of rejects that Kafka does not have any more: which documents those were is not
///     known
/// @param rejectsByType records of the rejects topic by type of error; empty where the ledger is not kept
/// @param behind operations of the source that are not read yet; empty unless the run follows it
/// @param timeLeft until everything that the source held at the start is written; empty while nothing moves,
///     and when it is
/// @param bottleneck what makes it as fast as it is
/// @param accounted what became of all records; empty where the ledger is not kept
/// @param shards of the source, by number
/// @param lanes by number
/// @param nodes of the target that have a primary, by name
/// @param members readers and writers at work, by part and name; empty while that is not known
/// @param events what happened last, the newest last
public record RunView(
        String run,
        Instant at,
        String sourceIndex,
        String targetIndex,
        ControlTopicView standing,
        double percent,
        long goalDocs,
        Flow read,
        BacklogView waiting,
        long maxBacklog,
        Flow written,
        long rejected,
        long lostRejects,
        Map<String, Long> rejectsByType,
        OptionalLong behind,
        Optional<TimeLeft> timeLeft,
        Bottleneck bottleneck,
        Optional<Accounted> accounted,
        List<ShardView> shards,
        List<LaneView> lanes,
        List<NodeView> nodes,
        Optional<List<MemberView>> members,
        List<Event> events) {
    public RunView {
        rejectsByType = Collections.unmodifiableMap(new TreeMap<>(rejectsByType));
        shards = List.copyOf(shards);
        lanes = List.copyOf(lanes);
        nodes = List.copyOf(nodes);
        members = members.map(List::copyOf);
        events = List.copyOf(events);
    }

    RunView with(Bottleneck other) {
        return new RunView(
                run,
                at,
                sourceIndex,
                targetIndex,
                standing,
                percent,
                goalDocs,
                read,
                waiting,
                maxBacklog,
                written,
                rejected,
                lostRejects,
                rejectsByType,
                behind,
                timeLeft,
                other,
                accounted,
                shards,
                lanes,
                nodes,
                members,
                events);
    }
}
