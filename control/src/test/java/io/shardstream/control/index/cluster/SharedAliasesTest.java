package io.shardstream.control.index.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.control.index.FakeNode;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// An alias that leads to source and target at once is told before a run begins.
class SharedAliasesTest {
    private static final String STATE = "/_cluster/state/blocks,metadata,routing_table/";

    private FakeNode source;
    private FakeNode target;

    @BeforeEach
    void start() throws Exception {
        source = new FakeNode("source");
        target = new FakeNode("target");
        cluster("one", "one");
        has(source, "v1", "'prod','Shardstream-x-Block-1'");
        has(target, "v2", "'prod','Shardstream-x-Block-1'");
    }

    @AfterEach
    void end() {
        source.close();
        target.close();
    }

    @Test
    void aSearchByItWouldFindDocumentsTwice() throws Exception {
        assertThat(problem().orElseThrow())
                .contains("The alias 'prod' leads to target index 'v2'")
                .endsWith("Take it away from 'v2': the cut-over moves it there.");
        assertThat(problem(false).orElseThrow())
                .endsWith("Take it away from 'v2': put it there when the copy is complete.");
    }

    @Test
    void aliasesOfRunsAndOthersOfTheTargetAreNone() throws Exception {
        has(target, "v2", "'preview','Shardstream-x-Block-1'");
        assertThat(problem()).isEmpty();
    }

    @Test
    void inAnotherClusterItLeadsElsewhere() throws Exception {
        cluster("one", "two");
        assertThat(problem()).isEmpty();
    }

    @Test
    void whereItIsNotToldNobodyIsRefused() throws Exception {
        source.answers(STATE + "v1", 403, "{}");
        assertThat(problem()).isEmpty();
    }

    private Optional<String> problem() throws Exception {
        return problem(true);
    }

    private Optional<String> problem(boolean follow) throws Exception {
        return SharedAliases.problem(source.cluster(), "v1", target.cluster(), "v2", follow);
    }

    private void cluster(String ofSource, String ofTarget) {
        source.answers("/_cluster/state/version", 200, "{'cluster_uuid':'" + ofSource + "'}");
        target.answers("/_cluster/state/version", 200, "{'cluster_uuid':'" + ofTarget + "'}");
    }

    private static void has(FakeNode node, String index, String aliases) {
        node.answers(STATE + index, 200, """
                {'cluster_name':'c','metadata':{'indices':{'%s':{'state':'open','aliases':[%s],
                 'settings':{'index':{'uuid':'u'}}}}},
                 'routing_table':{'indices':{'%s':{'shards':{'0':[{'primary':true,'state':'STARTED'}]}}}}}""".formatted(index, aliases, index));
    }
}
