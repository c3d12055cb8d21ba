package io.shardstream.control.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.control.index.FakeNode;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SeenPrimariesTest {
    private static final String STATE = """
            {'nodes': {'i1': {'name': 'one', 'attributes': {'zone': 'west'}}, 'i2': {'name': 'two'}},
             'routing_table': {'indices': {'cities-v2': {'shards': {
               '0': [{'state': 'STARTED', 'primary': false, 'node': 'i1'}, {'state': 'STARTED', 'primary': true, 'node': 'i2'}],
               '1': [{'state': 'RELOCATING', 'primary': true, 'node': 'i1'}],
               '2': [{'state': 'INITIALIZING', 'primary': true, 'node': 'i1'}],
               '3': [{'state': 'UNASSIGNED', 'primary': true, 'node': null}]}}}}}
            """;

    @Test
    void aPrimaryIsWhereItHasStartedOrIsMovedFrom() throws Exception {
        try (FakeNode node = new FakeNode("target")) {
            node.answers("/_cluster/state/nodes,routing_table/cities-v2", 200, STATE);

            SeenPrimaries seen = SeenPrimaries.of(node.cluster(), "cities-v2", 5);

            assertThat(seen.names()).containsExactly("two", "one", "", "", "");
            assertThat(seen.nodes()).isEqualTo(Map.of("one", Map.of("zone", "west"), "two", Map.of()));
        }
    }
}
