package io.shardstream.common.group;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.Configurable;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/// Kafka's way into [PartitionAssignment]: an assignor for the classic group protocol, cooperative, so that
/// only partitions that change hands stop, and those first by whoever has them. All members of a group read
/// the same one topic.
///
/// The next group protocol (KIP-848) has no assignors of clients: there the broker divides, and a pin would
/// have to be part of what the broker knows of a member. Groups that use this one must ask for the classic
/// protocol.
public final class PinnedAssignor implements ConsumerPartitionAssignor, Configurable {
    /// Setting of the consumer: its [PinnedGroup].
    public static final String GROUP = "shardstream.pinned.group";

    private @Nullable PinnedGroup group;

    @Override
    public void configure(Map<String, ?> settings) {
        if (!(settings.get(GROUP) instanceof PinnedGroup given)) {
            throw new IllegalArgumentException(GROUP + " must be a PinnedGroup, got " + settings.get(GROUP));
        }
        group = given;
    }

    @Override
    public String name() {
        return "shardstream-pinned";
    }

    @Override
    public List<RebalanceProtocol> supportedProtocols() {
        return List.of(RebalanceProtocol.COOPERATIVE, RebalanceProtocol.EAGER);
    }

    /// The pin, and a hash of what the member knows: with other news it is another subscription to Kafka.
    @Override
    public ByteBuffer subscriptionUserData(Set<String> topics) {
        String known = Integer.toHexString(group().join().hashCode());
        return StandardCharsets.UTF_8.encode(known + " " + group().pin().text());
    }

    @Override
    public GroupAssignment assign(Cluster metadata, GroupSubscription subscriptions) {
        Map<String, Subscription> members = subscriptions.groupSubscription();
        String topic = members.values().iterator().next().topics().getFirst();
        Integer partitions = metadata.partitionCountForTopic(topic);
        Map<String, Set<Integer>> owned = owned(members);
        Map<String, PartitionAssignment.Member> dividing = new HashMap<>();
        members.forEach((id, subscription) -> dividing.put(
                id, new PartitionAssignment.Member(pinOf(subscription), owned.getOrDefault(id, Set.of()))));
        Map<String, Set<Integer>> given = group().divide(dividing, partitions == null ? 0 : partitions);
        Map<String, Assignment> assignments = new HashMap<>();
        given.forEach((id, all) -> assignments.put(
                id,
                new Assignment(all.stream()
                        .filter(partition -> isFree(partition, id, members))
                        .sorted()
                        .map(partition -> new TopicPartition(topic, partition))
                        .collect(Collectors.toList()))));
        return new GroupAssignment(assignments);
    }

    @Override
    public void onAssignment(Assignment assignment, ConsumerGroupMetadata metadata) {
        group().assigned();
    }

    /// What members have of which no other one says the same: one that missed a division has nothing any more.
    private static Map<String, Set<Integer>> owned(Map<String, Subscription> members) {
        int latest = members.values().stream()
                .mapToInt(member -> member.generationId().orElse(-1))
                .max()
                .orElse(-1);
        Map<String, Set<Integer>> owned = new HashMap<>();
        members.forEach((id, member) -> {
            if (member.generationId().orElse(-1) == latest) {
                Set<Integer> all = new HashSet<>();
                member.ownedPartitions().forEach(partition -> all.add(partition.partition()));
                owned.put(id, all);
            }
        });
        return owned;
    }

    /// Whether no other member works with it: else that one gives it up first, and Kafka has the group join again.
    private static boolean isFree(int partition, String id, Map<String, Subscription> members) {
        return members.entrySet().stream()
                .noneMatch(member -> !member.getKey().equals(id)
                        && member.getValue().ownedPartitions().stream()
                                .anyMatch(owned -> owned.partition() == partition));
    }

    private static Pin pinOf(Subscription subscription) {
        ByteBuffer userData = subscription.userData();
        if (userData == null) {
            return Pin.NONE;
        }
        String text = StandardCharsets.UTF_8.decode(userData.duplicate()).toString();
        return new Pin(text.substring(text.indexOf(' ') + 1));
    }

    private PinnedGroup group() {
        PinnedGroup configured = group;
        if (configured == null) {
            throw new IllegalStateException("the assignor has not been configured");
        }
        return configured;
    }
}
