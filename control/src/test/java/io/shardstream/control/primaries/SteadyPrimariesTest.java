package io.shardstream.control.primaries;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.record.PrimaryNodes;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SteadyPrimariesTest {
    private static final Set<String> NODES = Set.of("a", "b", "c");

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
        assertThat(seen(Set.of("b", "c"), "c", "b")).containsExactly("c", "b");
    }

    @Test
    void aPrimaryThatIsNowhereForNowIsBelievedToBeWhereItWas() {
        seen(NODES, "a");
        assertThat(seen(Set.of("b"), "")).containsExactly("a");
        assertThat(after(60, "")).containsExactly("a");
        assertThat(after(60, "")).containsExactly("a");
    }

    @Test
    void anotherControllerGoesOnFromWhatWasSaid() {
        SteadyPrimaries next = new SteadyPrimaries(Duration.ofSeconds(3), new PrimaryNodes(List.of("a")));
        assertThat(next.seen(new SeenPrimaries(List.of("b"), NODES), now).names())
                .containsExactly("a");
    }

    private List<String> after(int seconds, String... names) {
        now = now.plusSeconds(seconds);
        return seen(NODES, names);
    }

    private List<String> seen(Set<String> nodes, String... names) {
        return primaries.seen(new SeenPrimaries(List.of(names), nodes), now).names();
    }
}
