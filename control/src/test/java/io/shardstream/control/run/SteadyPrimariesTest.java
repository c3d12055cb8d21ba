package io.shardstream.control.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.PrimaryNodes;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SteadyPrimariesTest {
    private static final Map<String, Map<String, String>> NODES =
            Map.of("a", Map.of("zone", "west"), "b", Map.of(), "c", Map.of("zone", "east"));

    private final SteadyPrimaries primaries = new SteadyPrimaries(Duration.ofSeconds(3), PrimaryNodes.UNKNOWN);
    private Instant now = Instant.EPOCH;

    @Test
    void whatIsSeenFirstIsBelieved() {
        assertThat(seen(NODES, "a", "")).containsExactly("a", "");
        assertThat(seen(NODES, "a", "b")).containsExactly("a", "b");
    }

    @Test
    void aPrimaryHasMovedOnceItIsWhereItIsForAWhile() {
        seen(NODES, "a", "b");
        assertThat(after(1, "c", "b")).containsExactly("a", "b");
        assertThat(after(2, "c", "b")).containsExactly("a", "b");
        assertThat(after(1, "c", "b")).containsExactly("c", "b");
    }

    @Test
    void movesThatComeCloseUponEachOtherAreBelievedTogether() {
        seen(NODES, "a", "b", "c");
        assertThat(after(1, "b", "b", "c")).containsExactly("a", "b", "c");
        assertThat(after(2, "b", "a", "c")).containsExactly("a", "b", "c");
        assertThat(after(2, "b", "a", "c")).containsExactly("a", "b", "c");
        assertThat(after(1, "b", "a", "c")).containsExactly("b", "a", "c");
    }

    @Test
    void oneThatHasMovedDoesNotWaitForOthersForLong() {
        seen(NODES, "a", "b");
        assertThat(after(1, "b", "b")).containsExactly("a", "b");
        for (int i = 0; i < 2; i++) {
            assertThat(after(1, "b", "c")).containsExactly("a", "b");
            assertThat(after(1, "b", "a")).containsExactly("a", "b");
        }
        assertThat(after(2, "b", "c")).containsExactly("b", "b");
    }

    @Test
    void movesThatGoOnAreBelievedLessAndLessOften() {
        seen(NODES, "a");
        int changes = 0;
        List<String> believed = List.of("a");
        for (int second = 0; second < 300; second++) {
            List<String> next = after(1, List.of("b", "c", "a").get(second / 10 % 3));
            changes += next.equals(believed) ? 0 : 1;
            believed = next;
        }
        assertThat(changes).isBetween(5, 10);
    }

    @Test
    void aMoveAfterACalmTimeIsBelievedAsSoonAsTheFirst() {
        seen(NODES, "a");
        for (int move = 0; move < 10; move++) {
            String to = move % 2 == 0 ? "b" : "a";
            after(1, to);
            assertThat(after(3, to)).containsExactly(to);
            after(120, to);
        }
    }

    @Test
    void whereANodeIsGoneNobodyWaitsForCalm() {
        seen(NODES, "a");
        for (int move = 0; move < 10; move++) {
            String to = move % 2 == 0 ? "b" : "c";
            after(1, to);
            after(6, to);
        }
        assertThat(seen(Map.of("a", Map.of()), "a")).containsExactly("a");
    }

    @Test
    void oneThatMovesToAndFroMovesNothing() {
        seen(NODES, "a");
        for (int i = 0; i < 20; i++) {
            assertThat(after(2, "b")).containsExactly("a");
            assertThat(after(2, i % 2 == 0 ? "a" : "c")).containsExactly("a");
        }
    }

    @Test
    void whereANodeIsGoneItsSuccessorIsBelievedAtOnce() {
        seen(NODES, "a", "b");
        assertThat(seen(Map.of("b", Map.of(), "c", Map.of()), "c", "b")).containsExactly("c", "b");
    }

    @Test
    void aPrimaryThatIsNowhereForNowIsBelievedToBeWhereItWas() {
        seen(NODES, "a");
        assertThat(seen(Map.of("b", Map.of()), "")).containsExactly("a");
        assertThat(after(60, "")).containsExactly("a");
        assertThat(after(60, "b")).containsExactly("a");
        assertThat(after(60, "")).containsExactly("a");
    }

    @Test
    void anotherControllerGoesOnFromWhatWasSaid() {
        SteadyPrimaries next = new SteadyPrimaries(Duration.ofSeconds(3), new PrimaryNodes(List.of("a")));
        assertThat(next.seen(new SeenPrimaries(List.of("b"), NODES), now).names())
                .containsExactly("a");
    }

    @Test
    void attributesAreThoseOfTheNodesThatHaveAPrimaryAndStayWhileOneIsAway() {
        assertThat(primaries
                        .seen(new SeenPrimaries(List.of("a", "b"), NODES), now)
                        .attributes())
                .isEqualTo(Map.of("a", Map.of("zone", "west")));
        assertThat(primaries
                        .seen(new SeenPrimaries(List.of("", "b"), Map.of("b", Map.of())), now)
                        .attributes())
                .isEqualTo(Map.of("a", Map.of("zone", "west")));
        Map<String, Map<String, String>> changed = Map.of("a", Map.of("zone", "north"), "b", Map.of());
        assertThat(primaries
                        .seen(new SeenPrimaries(List.of("a", "b"), changed), now)
                        .attributes())
                .isEqualTo(Map.of("a", Map.of("zone", "north")));
    }

    private List<String> after(int seconds, String... names) {
        now = now.plusSeconds(seconds);
        return seen(NODES, names);
    }

    private List<String> seen(Map<String, Map<String, String>> nodes, String... names) {
        return primaries.seen(new SeenPrimaries(List.of(names), nodes), now).names();
    }
}
