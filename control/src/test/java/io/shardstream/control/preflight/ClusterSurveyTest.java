package io.shardstream.control.preflight;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.control.index.FakeNode;
import io.shardstream.control.index.Server;
import io.shardstream.control.state.finding.Finding;
import io.shardstream.control.state.finding.FindingCode;
import io.shardstream.control.state.finding.FindingList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// A server that lacks the module which answers `GET /`, or does not let everybody ask so.
class ClusterSurveyTest {
    private final FindingList findings = new FindingList();
    private FakeNode node;

    @BeforeEach
    void start() throws Exception {
        node = new FakeNode("target").answers("/", 405, "{'error':'Incorrect HTTP method'}");
    }

    @AfterEach
    void stop() {
        node.close();
    }

    @Test
    void aNodeSaysWhichServerItIs() throws Exception {
        node.answers("/_nodes/_local", 200, "{'nodes':{'n':{'version':'9.5.3','build_flavor':'default'}}}");

        assertThat(server()).isEqualTo(new Server(Server.ELASTICSEARCH, "9.5.3"));
        assertThat(findings.worstFirst())
                .extracting(Finding::what)
                .noneMatch(what -> what.contains("which server the target is"));
    }

    @Test
    void whereNoNodeSaysItThatIsFound() throws Exception {
        node.answers("/_nodes/_local", 403, "{'error':{'type':'security_exception','reason':'no'}}");

        assertThat(server().number()).isEmpty();
        assertThat(findings.worstFirst())
                .anyMatch(finding -> finding.code() == FindingCode.CLUSTER_UNKNOWN
                        && finding.what().contains("which server the target is")
                        && finding.what().contains("405"));
    }

    private Server server() throws Exception {
        return new ClusterSurvey("target", node.cluster(), findings).glance().server();
    }
}
