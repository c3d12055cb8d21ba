package io.shardstream.simulation.scaling;

import io.shardstream.simulation.kernel.Kernel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.Assignment;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.GroupSubscription;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.Subscription;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.TopicPartition;

/// The coordinator of a group of the classic protocol: when somebody joins, all members have to join again,
/// of which they hear with their next heartbeat; then the first of them divides, with its own assignor.
/// Whoever is silent for a session is thrown out.
final class ClassicGroup {
    private static final Duration NETWORK = Duration.ofMillis(1);
    private static final long BETWEEN_LOOKS = 100_000_000;

    private final Kernel kernel;
    private final Cluster cluster;
    private final Duration session;
    private final Map<GroupMember, Subscription> members = new LinkedHashMap<>();
    private final Map<GroupMember, Long> heardAt = new HashMap<>();
    private final Set<GroupMember> joined = new HashSet<>();
    private final Map<TopicPartition, Long> committed = new HashMap<>();
    private boolean joining;
    private int generation;

    ClassicGroup(Kernel kernel, Cluster cluster, Duration session) {
        this.kernel = kernel;
        this.cluster = cluster;
        this.session = session;
        kernel.after(BETWEEN_LOOKS, this::expire);
    }

    /// How often the group was divided.
    int generation() {
        return generation;
    }

    Map<TopicPartition, Long> committed() {
        return committed;
    }

    /// A heartbeat.
    ///
    /// @return whether the member has to join again
    boolean heard(GroupMember member) {
        heardAt.put(member, kernel.nanos());
        return !members.containsKey(member) || (joining && !joined.contains(member));
    }

    void join(GroupMember member, Subscription subscription) {
        if (!joining) {
            joining = true;
            joined.clear();
        }
        members.put(member, subscription);
        heardAt.put(member, kernel.nanos());
        joined.add(member);
        divideIfAllAreHere();
    }

    private void divideIfAllAreHere() {
        if (!joining || !joined.containsAll(members.keySet())) {
            return;
        }
        joining = false;
        generation++;
        Map<String, Subscription> subscriptions = new HashMap<>();
        members.forEach((member, subscription) -> subscriptions.put(member.id(), subscription));
        Map<String, Assignment> assignments =
                members.keySet().iterator().next().divide(cluster, new GroupSubscription(subscriptions));
        int divided = generation;
        members.keySet().forEach(member -> {
            List<TopicPartition> given = new ArrayList<>(assignments
                    .getOrDefault(member.id(), new Assignment(List.of()))
                    .partitions());
            member.tell(kernel.around(NETWORK.multipliedBy(4)), divided, given);
        });
    }

    private void expire() {
        List<GroupMember> silent = members.keySet().stream()
                .filter(member -> kernel.nanos() - heardAt.getOrDefault(member, 0L) > session.toNanos())
                .toList();
        if (!silent.isEmpty()) {
            members.keySet().removeAll(silent);
            if (!joining) {
                joining = true;
                joined.clear();
            }
            divideIfAllAreHere();
        }
        kernel.after(BETWEEN_LOOKS, this::expire);
    }
}
