package io.shardstream.common.group;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.PrimaryNodes;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PartitionAssignmentTest {
    private static final Pin A = new Pin("a");
    private static final Pin B = new Pin("b");
    private static final Pin WEST = new Pin("zone=west");
    /// Of the nodes a, b and c.
    private static final Map<String, Map<String, String>> ZONES =
            Map.of("a", Map.of("zone", "west"), "b", Map.of("zone", "west"), "c", Map.of("zone", "east"));

    private final Map<String, PartitionAssignment.Member> members = new TreeMap<>();

    @Test
    void partitionsGoToWhoeverIsPinnedToTheirNode() {
        join("w1", A);
        join("w2", B);
        assertThat(divide("a", "b", "b", "a")).isEqualTo(Map.of("w1", Set.of(0, 3), "w2", Set.of(1, 2)));
    }

    @Test
    void membersOfOneNodeShareItsPartitionsEvenly() {
        join("w1", A);
        join("w2", A);
        join("w3", B);
        Map<String, Set<Integer>> given = divide("a", "a", "a", "a", "b");
        assertThat(given.get("w1")).hasSize(2);
        assertThat(given.get("w2")).hasSize(2);
        assertThat(given.get("w3")).containsExactly(4);
    }

    @Test
    void partitionsOfANodeWithoutMembersGoToWhoHasLeast() {
        join("w1", A);
        join("w2", B);
        Map<String, Set<Integer>> given = divide("a", "a", "a", "c", "c");
        assertThat(given.get("w1")).containsExactly(0, 1, 2);
        assertThat(given.get("w2")).containsExactly(3, 4);
    }

    @Test
    void withoutPinsAllAreShared() {
        join("w1", Pin.NONE);
        join("w2", Pin.NONE);
        assertThat(sizes(divide("a", "a", "b", "", "b"))).containsExactlyInAnyOrder(2, 3);
    }

    @Test
    void membersThatLeaveItToUsAreSpreadOverTheNodes() {
        join("w1", Pin.AUTO);
        join("w2", Pin.AUTO);
        join("w3", A);
        Map<String, Set<Integer>> given = divide("a", "b", "c", "a", "b", "c");
        assertThat(given.get("w3")).containsExactly(0, 3);
        assertThat(List.of(given.get("w1"), given.get("w2"))).containsExactlyInAnyOrder(Set.of(1, 4), Set.of(2, 5));
    }

    @Test
    void membersThatNameAnAttributeAreSpreadOverTheNodesThatHaveIt() {
        join("w1", WEST);
        join("w2", WEST);
        join("w3", new Pin("zone=east"));
        Map<String, Set<Integer>> given = divide("a", "b", "c", "a", "b", "c");
        assertThat(given.get("w3")).containsExactly(2, 5);
        assertThat(List.of(given.get("w1"), given.get("w2"))).containsExactlyInAnyOrder(Set.of(0, 3), Set.of(1, 4));
    }

    @Test
    void whoHasLessChoiceChoosesFirst() {
        join("w1", Pin.AUTO);
        join("w2", WEST);
        join("w3", B);
        assertThat(divide("a", "b", "c")).isEqualTo(Map.of("w1", Set.of(2), "w2", Set.of(0), "w3", Set.of(1)));
    }

    @Test
    void anAttributeThatNoNodeHasIsNoPreference() {
        join("w1", new Pin("zone=north"));
        join("w2", Pin.NONE);
        assertThat(sizes(divide("a", "b", "c", "a"))).containsExactly(2, 2);
    }

    @Test
    void whatDoesNotDivideEvenlyStaysWithWhoHasIt() {
        join("w1", Pin.NONE, 0);
        join("w2", Pin.NONE, 1, 2);
        assertThat(divide("", "", "")).isEqualTo(Map.of("w1", Set.of(0), "w2", Set.of(1, 2)));
    }

    @Test
    void whoLeavesItToUsAndHasNothingTakesTheNodeThatIsLeft() {
        join("w1", Pin.AUTO, 2, 3);
        join("w2", Pin.AUTO);
        assertThat(divide("a", "a", "b", "b")).isEqualTo(Map.of("w1", Set.of(2, 3), "w2", Set.of(0, 1)));
    }

    @Test
    void whoLeavesItToUsStaysWithTheNodeWhosePartitionsItHas() {
        join("w1", Pin.AUTO, 1, 3);
        join("w2", Pin.AUTO, 0, 2);
        assertThat(divide("a", "b", "a", "b")).isEqualTo(Map.of("w1", Set.of(1, 3), "w2", Set.of(0, 2)));
    }

    @Test
    void oneWhoJoinsTakesOnlyItsShare() {
        join("w1", Pin.NONE, 0, 1, 2);
        join("w2", Pin.NONE, 3, 4, 5);
        join("w0", Pin.NONE);
        Map<String, Set<Integer>> given = divide("", "", "", "", "", "");
        assertThat(given.get("w0")).hasSize(2);
        assertThat(Set.of(0, 1, 2)).containsAll(given.get("w1"));
        assertThat(Set.of(3, 4, 5)).containsAll(given.get("w2"));
    }

    @Test
    void aPartitionWhosePrimaryMovesGoesAloneToItsNewNode() {
        join("w1", A, 0, 1);
        join("w2", B, 2, 3);
        assertThat(divide("a", "b", "b", "b")).isEqualTo(Map.of("w1", Set.of(0), "w2", Set.of(1, 2, 3)));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void whateverTheyHaveAllPartitionsAreGivenOnceEvenlyAndASecondDivisionMovesNothing(long seed) {
        Random random = new Random(seed);
        int partitions = random.nextInt(1, 60);
        String[] nodes = IntStream.range(0, partitions)
                .mapToObj(_ -> List.of("", "a", "b", "c").get(random.nextInt(4)))
                .toArray(String[]::new);
        int count = random.nextInt(1, 9);
        for (int i = 0; i < count; i++) {
            Integer[] has = random.ints(random.nextInt(20), 0, partitions)
                    .distinct()
                    .boxed()
                    .toArray(Integer[]::new);
            join("w" + i, List.of(Pin.NONE, Pin.AUTO, A, B, WEST).get(random.nextInt(5)), has);
        }
        Map<String, Set<Integer>> given = divide(nodes);

        assertThat(given.values().stream().flatMap(Set::stream).sorted().toList())
                .isEqualTo(IntStream.range(0, partitions).boxed().toList());
        given.forEach((id, all) -> join(id, member(id).pin(), all.toArray(Integer[]::new)));
        assertThat(divide(nodes)).isEqualTo(given);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void oneWhoLeavesMovesNothingButItsOwn(long seed) {
        Random random = new Random(seed);
        int partitions = random.nextInt(8, 60);
        String[] nodes = new String[partitions];
        Arrays.fill(nodes, "");
        int count = random.nextInt(2, 9);
        IntStream.range(0, count).forEach(i -> join("w" + i, Pin.NONE));
        Map<String, Set<Integer>> before = divide(nodes);
        before.forEach((id, all) -> join(id, Pin.NONE, all.toArray(Integer[]::new)));
        members.remove("w0");
        Map<String, Set<Integer>> after = divide(nodes);

        after.forEach((id, all) -> assertThat(all).containsAll(before.getOrDefault(id, Set.of())));
        assertThat(sizes(after).stream().mapToInt(i -> i).max().orElseThrow()
                        - sizes(after).stream().mapToInt(i -> i).min().orElseThrow())
                .isLessThanOrEqualTo(1);
    }

    private void join(String id, Pin pin, Integer... has) {
        members.put(id, new PartitionAssignment.Member(pin, new HashSet<>(List.of(has))));
    }

    private PartitionAssignment.Member member(String id) {
        return Objects.requireNonNull(members.get(id));
    }

    private Map<String, Set<Integer>> divide(String... nodes) {
        return new HashMap<>(PartitionAssignment.of(members, nodes.length, new PrimaryNodes(List.of(nodes), ZONES)));
    }

    private static List<Integer> sizes(Map<String, Set<Integer>> given) {
        return given.values().stream().map(Set::size).collect(Collectors.toList());
    }
}
