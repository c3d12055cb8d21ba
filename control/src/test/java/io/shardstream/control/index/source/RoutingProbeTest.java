package io.shardstream.control.index.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.routing.RoutingFunction;
import io.shardstream.common.contract.routing.ShardRouting;
import io.shardstream.control.index.FakeNode;
import java.io.IOException;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RoutingProbeTest {
    /// Where Elasticsearch 9.5.3 looks in an index of 5 shards.
    private static final Map<String, Set<Integer>> PLACES =
            Map.of("0", Set.of(0), "1", Set.of(3), "2", Set.of(2), "3", Set.of(4), "5", Set.of(1));

    @Test
    void theFunctionIsTheOneThatExplainsEveryPlace() {
        ShardRouting five = new ShardRouting(5, 640, 1);
        assertThat(RoutingProbe.explains(five.with(RoutingFunction.MODULO), PLACES))
                .isTrue();
        assertThat(RoutingProbe.explains(five.with(RoutingFunction.RANGES), PLACES))
                .isFalse();
    }

    @Test
    void onePlaceThatIsElsewhereIsEnoughToDisagree() {
        ShardRouting five = new ShardRouting(5, 640, 1).with(RoutingFunction.MODULO);
        assertThat(RoutingProbe.explains(five, Map.of("0", Set.of(0), "1", Set.of(2))))
                .isFalse();
    }

    @Test
    void anIndexThatReturnsFewerHitsThanAreAskedForGivesNoSample() throws IOException {
        try (FakeNode node = new FakeNode("source")
                .answers("/cities/_search", 400, "{'error':{'type':'search_phase_execution_exception'}}")) {
            assertThat(RoutingProbe.sample(node.cluster(), "cities")).isEmpty();
        }
    }

    @Test
    void routingAndElseTheIdIsTheSample() throws IOException {
        try (FakeNode node = new FakeNode("source")
                .answers(
                        "/cities/_search",
                        200,
                        "{'timed_out':false,'hits':{'hits':[{'_id':'a','_routing':'r'},{'_id':'b'}]}}")) {
            assertThat(RoutingProbe.sample(node.cluster(), "cities")).containsExactly("r", "b");
        }
    }
}
