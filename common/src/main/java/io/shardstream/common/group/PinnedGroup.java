package io.shardstream.common.group;

import io.shardstream.common.contract.bytes.Printable;
import io.shardstream.common.contract.record.PrimaryNodes;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One membership in a group that [PinnedAssignor] divides: what the member prefers, where primaries are, and, if it is
/// the group's leader, who was there when it divided last. Used by the thread that polls the consumer.
///
/// Of each division Kafka calls [#join] in every member as it joins, [#divide] in the leader alone, and [#assigned] in
/// every member when it is told what it has been given. The loop calls [#follow] between polls.
///
/// The leader asks for a new division when it would be another one. A leader that was started again under its static
/// membership divided nothing yet, so every member asks when some time has passed since it heard news: Kafka has the
/// group join again only if the member's own news were not known when it joined.
public final class PinnedGroup {
    private static final Logger LOG = LoggerFactory.getLogger(PinnedGroup.class);
    private static final long PATIENCE = Duration.ofSeconds(15).toNanos();

    private final Pin pin;
    private final Supplier<PrimaryNodes> primaries;
    private final LongSupplier nanoTime;
    private @Nullable Divided divided;
    private boolean hasJustDivided;
    /// With these the last division would be the same again.
    private @Nullable PrimaryNodes sameWith;
    private PrimaryNodes joinedWith = PrimaryNodes.UNKNOWN;
    private PrimaryNodes askedWith = PrimaryNodes.UNKNOWN;
    private PrimaryNodes heard = PrimaryNodes.UNKNOWN;
    private long heardAt;

    /// @param primaries what is known now
    public PinnedGroup(Pin pin, Supplier<PrimaryNodes> primaries, LongSupplier nanoTime) {
        this.pin = pin;
        this.primaries = primaries;
        this.nanoTime = nanoTime;
    }

    private record Divided(
            Map<String, PartitionAssignment.Member> members, int partitions, Map<String, Set<Integer>> given) {}

    Pin pin() {
        return pin;
    }

    /// What the member knows as it joins.
    PrimaryNodes join() {
        joinedWith = primaries.get();
        askedWith = joinedWith;
        return joinedWith;
    }

    /// Divides, as the group's leader.
    Map<String, Set<Integer>> divide(Map<String, PartitionAssignment.Member> members, int partitions) {
        PrimaryNodes now = primaries.get();
        Map<String, Set<Integer>> given = PartitionAssignment.of(members, partitions, now);
        divided = new Divided(members, partitions, given);
        hasJustDivided = true;
        sameWith = null;
        return given;
    }

    /// The group has been divided, by this member or by another one.
    void assigned() {
        if (!hasJustDivided) {
            divided = null;
        }
        hasJustDivided = false;
    }

    /// Has the group divided anew if primaries have moved so that it matters.
    ///
    /// @param consumer the member
    public void follow(Consumer<?, ?> consumer) {
        PrimaryNodes now = primaries.get();
        if (!now.equals(heard)) {
            heard = now;
            heardAt = nanoTime.getAsLong();
            warnIfPinnedToNothing(now);
        }
        if (!now.equals(askedWith) && (isDividedOtherwise(now) || isLongKnown(now))) {
            askedWith = now;
            consumer.enforceRebalance("primaries have moved");
        }
    }

    /// Primaries may come to the node yet, so it is not refused.
    private void warnIfPinnedToNothing(PrimaryNodes now) {
        Set<String> nodes =
                now.names().stream().filter(name -> !name.isEmpty()).collect(Collectors.toCollection(TreeSet::new));
        if (!pin.isNone() && !nodes.isEmpty() && nodes.stream().noneMatch(node -> pin.fits(node, now))) {
            LOG.warn(
                    "No primary is on a data node that --pin {} names, so this process takes what no other is pinned to, which may be nothing; primaries are on {}",
                    Printable.of(pin.text()),
                    Printable.of(String.join(", ", nodes)));
        }
    }

    private boolean isDividedOtherwise(PrimaryNodes now) {
        Divided last = divided;
        if (last == null || now.equals(sameWith)) {
            return false;
        }
        boolean isOtherwise =
                !PartitionAssignment.of(having(last), last.partitions(), now).equals(last.given());
        sameWith = isOtherwise ? null : now;
        return isOtherwise;
    }

    /// The members with what they were given.
    private static Map<String, PartitionAssignment.Member> having(Divided last) {
        return last.members().entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey,
                        member -> new PartitionAssignment.Member(
                                member.getValue().pin(), last.given().getOrDefault(member.getKey(), Set.of()))));
    }

    private boolean isLongKnown(PrimaryNodes now) {
        return divided == null && !now.equals(joinedWith) && nanoTime.getAsLong() - heardAt >= PATIENCE;
    }
}
