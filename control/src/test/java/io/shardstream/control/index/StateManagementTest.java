package io.shardstream.control.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.elastic.ElasticException;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Answers as the documentation of OpenSearch has them.
class StateManagementTest {
    private static final String EXPLAIN = "/_plugins/_ism/explain/cities";

    private FakeNode node;

    @BeforeEach
    void start() throws IOException {
        node = new FakeNode("target");
        node.answers("/", 200, "{'version':{'distribution':'opensearch','number':'3.8.0'}}");
    }

    @AfterEach
    void stop() {
        node.close();
    }

    @Test
    void thePolicyIsToldUnderEitherName() throws ElasticException {
        for (String name : new String[] {StateManagement.POLICY, StateManagement.FORMER_POLICY}) {
            node.answers(EXPLAIN, 200, "{'cities':{'" + name + "':'days'},'total_managed_indices':1}");
            assertThat(StateManagement.policyOf(node.cluster(), "cities")).contains("days");
        }
        node.answers(EXPLAIN, 200, "{'cities':{'" + StateManagement.POLICY + "':null},'total_managed_indices':0}");
        assertThat(StateManagement.policyOf(node.cluster(), "cities")).isEmpty();
    }

    @Test
    void aServerWithoutThePlugInHasNone() throws ElasticException {
        for (int status : new int[] {400, 404, 405}) {
            node.answers(EXPLAIN, status, "{}");
            assertThat(StateManagement.policyOf(node.cluster(), "cities")).isEmpty();
        }
    }

    @Test
    void whatIsNotToldIsNotTakenForNone() {
        node.answers(EXPLAIN, 403, "{'error':{'type':'security_exception','reason':'no'}}");
        assertThatThrownBy(() -> StateManagement.policyOf(node.cluster(), "cities"))
                .isInstanceOf(ElasticException.Refused.class);
        node.answers(EXPLAIN, 200, "{'total_managed_indices':1}");
        assertThatThrownBy(() -> StateManagement.policyOf(node.cluster(), "cities"))
                .isInstanceOf(ElasticException.Malformed.class)
                .hasMessage("The target does not tell what its index state management does");
    }

    @Test
    void elasticsearchIsNotAsked() throws ElasticException {
        node.answers("/", 200, "{'version':{'number':'9.5.3','build_flavor':'default'}}")
                .answers(EXPLAIN, 403, "{}");
        assertThat(StateManagement.policyOf(node.cluster(), "cities")).isEmpty();
        assertThat(node.requests()).noneMatch(request -> request.contains(EXPLAIN));
    }
}
