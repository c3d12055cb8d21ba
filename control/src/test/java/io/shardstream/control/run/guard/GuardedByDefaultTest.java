package io.shardstream.control.run.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.shardstream.common.contract.record.GuardFindings.Finding;
import io.shardstream.common.contract.record.Side;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.control.run.guard.NodeSample.Pool;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class GuardedByDefaultTest {
    private static final long MIB = 1 << 20;

    private final Map<String, Searched> nodes = new TreeMap<>(Map.of("n1", new Searched(), "n2", new Searched()));
    private final GuardedByDefault guard =
            new GuardedByDefault(new MeasuredCluster(List.of(Side.SOURCE, Side.TARGET), _ -> 1, new ProductionNodes() {
                @Override
                public NodeSamples sample() throws ElasticException {
                    if (isAway) {
                        throw new ElasticException.Malformed("it says nothing");
                    }
                    Map<String, NodeSample> samples = new TreeMap<>();
                    nodes.forEach((name, node) -> samples.put(name, node.sample()));
                    samples.keySet().removeAll(failing);
                    return new NodeSamples(samples, failing);
                }

                @Override
                public Map<String, List<Double>> canaries() {
                    throw new AssertionError("nobody has asked for one");
                }
            }));

    private Instant now = Instant.EPOCH;
    private final Set<String> failing = new HashSet<>();
    private boolean isAway;
    private int asked;
    private List<Finding> found = List.of();

    /// A node on which others search, or nobody does.
    private static final class Searched {
        private int searches;
        int each;
        int cpu = 10;
        Pool search = new Pool(4, 0, 0);
        Pool write = new Pool(2, 0, 7);
        long refused;

        NodeSample sample() {
            searches += each;
            return new GuardSamples()
                    .searches(searches, searches)
                    .cpu(cpu)
                    .search(search)
                    .write(write)
                    .pressure(99, 100, refused)
                    .build();
        }
    }

    @Test
    void aNodeThatNobodySearchesIsNotLimitedHoweverBusyItIs() {
        node("n1").cpu = 100;
        node("n1").search = new Pool(4, 1000, 0);
        looks(100);
        assertThat(found).isEmpty();
        assertThat(asked).as("nor is it asked what the run moves").isZero();
    }

    @Test
    void aNodeThatIsSearchedIsNotLimitedWhileItIsWell() {
        node("n1").each = 5;
        node("n1").cpu = 80;
        node("n1").write = new Pool(2, 500, 7);
        looks(100);
        assertThat(found).as("the run's own writes may wait").isEmpty();
    }

    @Test
    void aNodeThatIsSearchedAndBusyIsLimitedOnBothSidesAndTheOtherIsNot() {
        node("n1").each = 5;
        node("n1").cpu = 85;
        looks(9);
        assertThat(found)
                .extracting(Finding::side, Finding::node, Finding::isMissed, Finding::reason)
                .containsExactly(
                        tuple(Side.SOURCE, "n1", true, "guard.cpu on n1: 85% of 80% (guard by default)"),
                        tuple(Side.TARGET, "n1", true, "guard.cpu on n1: 85% of 80% (guard by default)"));
        assertThat(found.getFirst().rate()).as("of 100 MiB/s").isBetween(45 * MIB, 75 * MIB);
    }

    @Test
    void searchesThatWaitAndWhateverIsRefusedLimitIt() {
        node("n1").each = 5;
        looks(8);
        node("n1").search = new Pool(4, 5, 0);
        looks(1);
        assertThat(found.getFirst().reason())
                .isEqualTo("node n1 search queue: 5 wait for 4 threads (guard by default)");
        node("n1").refused = 1;
        looks(1);
        assertThat(found.getFirst().reason()).isEqualTo("node n1 indexing pressure: 1 refused (guard by default)");
        node("n1").write = new Pool(2, 0, 8);
        looks(1);
        assertThat(found.getFirst().reason()).isEqualTo("node n1 write queue: 1 refused (guard by default)");
    }

    @Test
    void aNodeThatIsBusyWithoutTheRunLeavesALeastRateForEver() {
        node("n1").each = 5;
        node("n1").cpu = 100;
        looks(2000);
        assertThat(found)
                .isNotEmpty()
                .allSatisfy(finding -> assertThat(finding.rate()).isEqualTo(MIB));
    }

    @Test
    void theLimitEndsWhenNobodySearchesAnyMore() {
        node("n1").each = 5;
        node("n1").cpu = 100;
        looks(20);
        node("n1").each = 0;
        looks(61);
        assertThat(found).isEmpty();
    }

    @Test
    void theLimitEndsWhenNothingWasMissedForFiveMinutes() {
        node("n1").each = 5;
        node("n1").cpu = 100;
        looks(20);
        node("n1").cpu = 20;
        looks(20);
        assertThat(found).isNotEmpty().noneMatch(Finding::isMissed);
        looks(150);
        assertThat(found).isEmpty();
    }

    @Test
    void aClusterThatCannotBeMeasuredIsNotLimitedAfterHalfAMinute() {
        node("n1").each = 5;
        node("n1").cpu = 100;
        looks(20);
        isAway = true;
        looks(10);
        assertThat(found).isNotEmpty();
        looks(10);
        assertThat(found).isEmpty();
    }

    /// A breaker that trips refuses the statistics of its node, too.
    @Test
    void aNodeThatDoesNotTellHowItIsKeepsItsLimitForHalfAMinute() {
        node("n1").each = 5;
        node("n1").cpu = 100;
        looks(20);
        List<Finding> before = found;
        failing.add("n1");
        looks(14);
        assertThat(found).isEqualTo(before);
        failing.clear();
        looks(1);
        failing.add("n1");
        looks(14);
        assertThat(found).as("it had told in between").isNotEmpty();
        looks(1);
        assertThat(found).isEmpty();
    }

    @Test
    void aNodeThatIsGoneIsForgotten() {
        node("n1").each = 5;
        node("n1").cpu = 100;
        looks(20);
        nodes.remove("n1");
        looks(1);
        assertThat(found).isEmpty();
    }

    @Test
    void oneThatCouldNeverBeMeasuredIsNotLimited() {
        isAway = true;
        looks(100);
        assertThat(found).isEmpty();
    }

    @Test
    void processorsThatAreNotToldLimitNothing() {
        node("n1").each = 5;
        node("n1").cpu = -1;
        looks(100);
        assertThat(found).isEmpty();
    }

    @Test
    void aLimitEndsWhenItsProcessorsAreNotToldAnyMore() {
        node("n1").each = 5;
        node("n1").cpu = 100;
        looks(20);
        node("n1").cpu = -1;
        looks(16);
        assertThat(found).isEmpty();
    }

    private Searched node(String name) {
        return nodes.computeIfAbsent(name, _ -> new Searched());
    }

    /// Two seconds apart; the run moves 100 MiB a second.
    private void looks(int number) {
        for (int i = 0; i < number; i++) {
            now = now.plusSeconds(2);
            found = guard.look(
                    _ -> {
                        asked++;
                        return 100.0 * MIB;
                    },
                    now);
        }
    }
}
