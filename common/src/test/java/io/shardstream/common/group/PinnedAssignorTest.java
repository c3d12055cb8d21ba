package io.shardstream.common.group;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.contract.record.PrimaryNodes;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.Assignment;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.GroupSubscription;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.RebalanceProtocol;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.Subscription;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class PinnedAssignorTest {
    private static final String TOPIC = "docs";
    private static final Node BROKER = new Node(0, "b", 1);

    private PrimaryNodes primaries = new PrimaryNodes(List.of("a", "a", "b"));
    private long nanos = 77;
    private int rebalances;
    private final MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("none") {
        @Override
        public void enforceRebalance(String reason) {
            rebalances++;
        }
    };
    private final PinnedGroup group = new PinnedGroup(new Pin("a"), () -> primaries, () -> nanos);
    private final PinnedAssignor assignor = assignorOf(group);
    private final Map<String, Subscription> members = new TreeMap<>();

    @Test
    void aMemberGetsThePartitionsOfItsPin() {
        join("w1", "a", 1);
        join("w2", "b", 1);
        assertThat(assign()).isEqualTo(Map.of("w1", List.of(0, 1), "w2", List.of(2)));
    }

    /// Members of any two versions divide the work with each other: what a member says of itself is a record, too.
    @Test
    void whatAMemberSaysOfItselfIsAsItWasInFormatOne() {
        assertThat(assignor.name()).isEqualTo("shardstream-pinned");
        ByteBuffer said = requireNonNull(assignor.subscriptionUserData(Set.of(TOPIC)));
        assertThat(StandardCharsets.UTF_8.decode(said).toString()).matches("[0-9a-f]+ a");

        members.put("w1", subscription("4e1c0a b c"));
        members.put("w2", subscription("0 "));
        primaries = new PrimaryNodes(List.of("b c", "b c", "n"));
        assertThat(assign().get("w1")).contains(0, 1);
    }

    private static Subscription subscription(String said) {
        return new Subscription(List.of(TOPIC), StandardCharsets.UTF_8.encode(said), List.of());
    }

    @Test
    void whatAnotherMemberHasIsGivenUpFirst() {
        join("w1", "a", 1, 0, 2);
        join("w2", "b", 1);
        assertThat(assign()).isEqualTo(Map.of("w1", List.of(0, 1), "w2", List.of()));
        join("w1", "a", 2, 0, 1);
        join("w2", "b", 2);
        assertThat(assign()).isEqualTo(Map.of("w1", List.of(0, 1), "w2", List.of(2)));
    }

    @Test
    void whoMissedADivisionHasNothingButMustLetGoFirst() {
        join("w1", "", 1, 0, 1, 2);
        join("w2", "", 5, 0);
        Map<String, List<Integer>> given = assign();
        assertThat(given.get("w2")).doesNotContain(0);
    }

    @Test
    void whoMissedADivisionKeepsNothingForHavingSaidSo() {
        join("w1", "", 5);
        join("w2", "", 1, 0);
        assertThat(assign()).isEqualTo(Map.of("w1", List.of(1), "w2", List.of(2)));
    }

    /// Else a division would take all lanes from all members.
    @Test
    void membersWorkOnWhileTheyAreDivided() {
        assertThat(assignor.supportedProtocols()).contains(RebalanceProtocol.COOPERATIVE);
    }

    @Test
    void whoDoesNotLeadAnyMoreForgetsHowItDivided() {
        join("w1", "a", 1);
        join("w2", "b", 1);
        lead();
        assignor.onAssignment(new Assignment(List.of()), new MockConsumer<>("none").groupMetadata());
        primaries = new PrimaryNodes(List.of("a", "b", "b"));
        group.follow(consumer);
        assertThat(rebalances).isZero();
    }

    @Test
    void theLeaderAsksForADivisionWhenAPrimaryHasMovedSoThatItMatters() {
        join("w1", "a", 1);
        join("w2", "b", 1);
        lead();
        group.follow(consumer);
        assertThat(rebalances).isZero();
        primaries = new PrimaryNodes(List.of("a", "b", "b"));
        group.follow(consumer);
        assertThat(rebalances).isEqualTo(1);
        group.follow(consumer);
        assertThat(rebalances).isEqualTo(1);
    }

    @Test
    void aMoveThatChangesNothingAsksForNothing() {
        join("w1", "", 1);
        lead();
        primaries = new PrimaryNodes(List.of("b", "a", "b"));
        group.follow(consumer);
        nanos += 60_000_000_000L;
        group.follow(consumer);
        assertThat(rebalances).isZero();
    }

    @Test
    void whoDoesNotLeadAsksWhenNobodyDidForAWhile() {
        assignor.subscriptionUserData(Set.of(TOPIC));
        assignor.onAssignment(new Assignment(List.of()), new MockConsumer<>("none").groupMetadata());
        primaries = new PrimaryNodes(List.of("b", "a", "b"));
        group.follow(consumer);
        assertThat(rebalances).isZero();
        nanos += 15_000_000_000L;
        group.follow(consumer);
        group.follow(consumer);
        assertThat(rebalances).isEqualTo(1);
    }

    @Test
    void whoJoinedWithTheNewsAsksForNothing() {
        primaries = new PrimaryNodes(List.of("b", "a", "b"));
        group.follow(consumer);
        assignor.subscriptionUserData(Set.of(TOPIC));
        assignor.onAssignment(new Assignment(List.of()), new MockConsumer<>("none").groupMetadata());
        nanos += 60_000_000_000L;
        group.follow(consumer);
        assertThat(rebalances).isZero();
    }

    @Test
    void withOtherNewsItIsAnotherSubscription() {
        var before = assignor.subscriptionUserData(Set.of(TOPIC));
        assertThat(assignor.subscriptionUserData(Set.of(TOPIC))).isEqualTo(before);
        primaries = new PrimaryNodes(List.of("b", "a", "b"));
        assertThat(assignor.subscriptionUserData(Set.of(TOPIC))).isNotEqualTo(before);
    }

    @Test
    void itNeedsItsGroup() {
        assertThatThrownBy(() -> new PinnedAssignor().configure(Map.of()))
                .hasMessageContaining("must be a PinnedGroup");
    }

    private static PinnedAssignor assignorOf(PinnedGroup group) {
        PinnedAssignor assignor = new PinnedAssignor();
        assignor.configure(Map.of(PinnedAssignor.GROUP, group));
        return assignor;
    }

    private void lead() {
        assignor.subscriptionUserData(Set.of(TOPIC));
        assign();
        assignor.onAssignment(new Assignment(List.of()), new MockConsumer<>("none").groupMetadata());
    }

    private void join(String id, String pin, int generation, Integer... owned) {
        PinnedAssignor its = assignorOf(new PinnedGroup(new Pin(pin), () -> primaries, () -> nanos));
        members.put(
                id,
                new Subscription(
                        List.of(TOPIC),
                        its.subscriptionUserData(Set.of(TOPIC)),
                        List.of(owned).stream()
                                .map(partition -> new TopicPartition(TOPIC, partition))
                                .toList(),
                        generation,
                        Optional.empty()));
    }

    private Map<String, List<Integer>> assign() {
        List<PartitionInfo> partitions = new ArrayList<>();
        IntStream.range(0, 3)
                .forEach(partition ->
                        partitions.add(new PartitionInfo(TOPIC, partition, BROKER, new Node[] {}, new Node[] {})));
        Cluster cluster = new Cluster("c", List.of(BROKER), partitions, Set.of(), Set.of());
        Map<String, List<Integer>> given = new TreeMap<>();
        assignor.assign(cluster, new GroupSubscription(members))
                .groupAssignment()
                .forEach((id, assignment) -> given.put(
                        id,
                        assignment.partitions().stream()
                                .map(TopicPartition::partition)
                                .toList()));
        return given;
    }
}
