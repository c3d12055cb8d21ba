package io.shardstream.control.survey.server;

import static io.shardstream.control.survey.server.ServerAnswers.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.control.finding.Finding;
import io.shardstream.control.finding.FindingCode;
import io.shardstream.control.finding.Severity;
import io.shardstream.control.index.Server;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VersionRuleTest {
    @ParameterizedTest
    @CsvSource({
        "7.17.29, NOTES",
        "8.19.4, NOTES",
        "9.5.3, NOTES",
        "9.1.0, WARNS",
        "10.0.0, WARNS",
        "7.16.3, BLOCKS",
        "6.8.23, BLOCKS"
    })
    void elasticsearchIsJudgedByItsVersion(String number, Severity severity) {
        Server server = Server.of(json(
                "{'version':{'number':'" + number + "','build_flavor':'default'},'tagline':'You Know, for Search'}"));
        assertThat(VersionRule.of("source", server, Set.of(number)))
                .extracting(Finding::severity)
                .containsExactly(severity);
    }

    /// With `compatibility.override_main_response_version` OpenSearch says 7.10.2.
    @ParameterizedTest
    @CsvSource({"3.8.0, NOTES", "3.1.0, WARNS", "2.19.1, BLOCKS", "7.10.2, WARNS"})
    void openSearchIsKnownByItsDistribution(String number, Severity severity) {
        Server server = Server.of(json("{'version':{'distribution':'opensearch','number':'" + number + "'},"
                + "'tagline':'The OpenSearch Project: https://opensearch.org/'}"));
        assertThat(VersionRule.of("target", server, Set.of(number)))
                .extracting(Finding::severity)
                .containsExactly(severity);
    }

    @Test
    void anotherServerIsNotSupported() {
        assertThat(VersionRule.of("source", Server.of(json("{'hello':'world'}")), Set.of()))
                .containsExactly(Finding.blocks(
                        FindingCode.VERSION_NOT_SUPPORTED,
                        "The source is a server that does not say what it is, which is not supported.",
                        "Use Elasticsearch 7.17, 8.19 or 9.5, or OpenSearch 3.8."));
    }

    @Test
    void anUpgradeThatIsUnderWayIsTold() {
        Server server = new Server(Server.ELASTICSEARCH, "8.19.4");
        assertThat(VersionRule.of("source", server, Set.of("8.19.4", "7.17.29")))
                .extracting(Finding::what)
                .contains("The nodes of the source have different versions: 7.17.29, 8.19.4.");
    }
}
