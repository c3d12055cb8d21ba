package io.shardstream.control.run.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.control.index.FakeNode;
import java.io.IOException;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HttpProductionTest {
    private static final String STATS =
            "/_nodes/data:true/stats/indices,thread_pool,indexing_pressure,breaker,os/search";
    private static final String BOTH = "{'nodes':{'i1':{'name':'n1'},'i2':{'name':'n2'}}}";

    private FakeNode node;
    private HttpProduction production;

    @BeforeEach
    void start() throws IOException {
        node = new FakeNode("source");
        production = new HttpProduction(node.cluster(), "cities", 1, Optional.empty(), System::nanoTime);
    }

    @AfterEach
    void stop() {
        node.close();
    }

    /// `ClusterStatsNodes`: what one node refuses is told beside the answers of the others, with status 200.
    @Test
    void aNodeWhoseStatisticsFailIsToldFromOneThatIsGone() throws ElasticException {
        node.answers(STATS, 200, BOTH);
        assertThat(production.sample().failed()).isEmpty();
        assertThat(node.queries().getFirst()).contains("_nodes.failures.node_id");
        node.answers(
                STATS,
                200,
                "{'_nodes':{'failures':[{'node_id':'i1'},{'node_id':'never seen'}]},'nodes':{'i2':{'name':'n2'}}}");
        NodeSamples failing = production.sample();
        assertThat(failing.byName()).containsOnlyKeys("n2");
        assertThat(failing.failed()).containsExactly("n1");
        assertThat(failing.isGone("n1")).isFalse();
        node.answers(STATS, 200, "{'nodes':{'i2':{'name':'n2'}}}");
        assertThat(production.sample().isGone("n1")).isTrue();
    }

    @Test
    void aClusterOfWhichNoNodeTellsAnythingIsNotKnown() {
        node.answers(STATS, 200, "{'_nodes':{'failures':[{'node_id':'i1'}]}}");
        assertThatThrownBy(production::sample).isInstanceOf(ElasticException.Malformed.class);
    }
}
