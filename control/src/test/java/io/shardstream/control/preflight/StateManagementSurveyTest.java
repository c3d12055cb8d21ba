package io.shardstream.control.preflight;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.control.index.FakeNode;
import io.shardstream.control.index.Server;
import io.shardstream.control.state.finding.Finding;
import io.shardstream.control.state.finding.FindingCode;
import io.shardstream.control.state.finding.FindingList;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Answers as the documentation of OpenSearch has them.
class StateManagementSurveyTest {
    private static final Server OPENSEARCH = new Server(Server.OPENSEARCH, "3.8.0");
    private static final String EXPLAIN = "/_plugins/_ism/explain/cities";
    private static final String POLICIES = "/_plugins/_ism/policies";

    private FakeNode node;

    @BeforeEach
    void start() throws IOException {
        node = new FakeNode("source");
    }

    @AfterEach
    void stop() {
        node.close();
    }

    @Test
    void aPolicyThatSettingsDoNotShowIsTold() throws ElasticException {
        node.answers(
                EXPLAIN,
                200,
                "{'cities':{'index.plugins.index_state_management.policy_id':'days'},'total_managed_indices':1}");
        assertThat(ofSource()).singleElement().matches(finding -> finding.what().contains("policy 'days'"));
        assertThat(ofTarget(true)).extracting(Finding::code).containsExactly(FindingCode.TARGET_UNDER_LIFECYCLE);

        node.answers(
                EXPLAIN,
                200,
                "{'cities':{'index.plugins.index_state_management.policy_id':null,"
                        + "'index.opendistro.index_state_management.policy_id':null},'total_managed_indices':0}");
        assertThat(ofSource()).isEmpty();
    }

    @Test
    void aPolicyThatWouldAttachItselfByTheTargetsNameIsTold() throws ElasticException {
        node.answers(
                POLICIES,
                200,
                "{'policies':[{'_id':'logs','policy':{'ism_template':[{'index_patterns':['logs-*']}]}},"
                        + "{'_id':'all','policy':{'ism_template':[{'index_patterns':['c*s']}]}},"
                        + "{'_id':'none','policy':{'ism_template':null}}],'total_policies':3}");
        assertThat(ofTarget(false))
                .singleElement()
                .matches(finding -> finding.code() == FindingCode.TEMPLATE_LIFECYCLE
                        && finding.what().contains("policy 'all'"));
    }

    /// A server tells the first 20 where it is not asked for more.
    @Test
    void policiesThatAreNotToldAreNotTakenForNone() throws ElasticException {
        String others = "{'policies':[{'_id':'logs','policy':{'ism_template':[{'index_patterns':['logs-*']}]}}]";
        node.answers(POLICIES, 200, others + ",'total_policies':1}");
        assertThat(ofTarget(false)).isEmpty();
        node.answers(POLICIES, 200, others + ",'total_policies':21}");
        assertThat(ofTarget(false)).extracting(Finding::code).containsExactly(FindingCode.TEMPLATES_UNKNOWN);
        node.answers(POLICIES, 200, others + "}");
        assertThat(ofTarget(false)).extracting(Finding::code).containsExactly(FindingCode.TEMPLATES_UNKNOWN);
        assertThat(node.queries()).contains("size=10000");
    }

    @Test
    void aServerWithoutThePlugInHasNoneAndOneThatDoesNotTellIsSaid() throws ElasticException {
        assertThat(ofSource()).isEmpty();
        assertThat(ofTarget(false)).isEmpty();
        node.answers(EXPLAIN, 403, "{'error':{'type':'security_exception','reason':'no'}}");
        assertThat(ofSource()).extracting(Finding::code).containsExactly(FindingCode.SOURCE_UNKNOWN);
    }

    private List<Finding> ofSource() throws ElasticException {
        FindingList findings = new FindingList();
        new StateManagementSurvey(node.cluster(), findings).source(OPENSEARCH, "cities");
        return findings.worstFirst();
    }

    private List<Finding> ofTarget(boolean exists) throws ElasticException {
        FindingList findings = new FindingList();
        new StateManagementSurvey(node.cluster(), findings).target(OPENSEARCH, "cities", exists);
        return findings.worstFirst();
    }
}
