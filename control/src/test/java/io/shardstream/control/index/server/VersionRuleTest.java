package io.shardstream.control.index.server;

import static io.shardstream.control.index.server.ServerAnswers.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.control.index.Server;
import io.shardstream.control.state.finding.Finding;
import io.shardstream.control.state.finding.FindingCode;
import io.shardstream.control.state.finding.Severity;
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
        "7.16.3, WARNS",
        "7.11.2, WARNS",
        "7.10.2, NOTES",
        "7.9.3, WARNS",
        "7.8.1, BLOCKS",
        "6.8.23, BLOCKS",
        "5.6.16, BLOCKS"
    })
    void anElasticsearchThatIsTheSourceIsJudgedByItsVersion(String number, Severity severity) {
        Server server = Server.of(json(
                "{'version':{'number':'" + number + "','build_flavor':'default'},'tagline':'You Know, for Search'}"));
        assertThat(VersionRule.of("source", server, Set.of(number)))
                .extracting(Finding::severity)
                .containsExactly(severity);
    }

    @ParameterizedTest
    @CsvSource({
        "3.8.0, NOTES, NOTES",
        "3.1.0, WARNS, WARNS",
        "2.19.1, NOTES, NOTES",
        "2.18.0, WARNS, BLOCKS",
        "1.3.20, NOTES, BLOCKS"
    })
    void openSearchIsKnownByItsDistribution(String number, Severity asSource, Severity asTarget) {
        Server server = Server.of(json("{'version':{'distribution':'opensearch','number':'" + number + "'},"
                + "'tagline':'The OpenSearch Project: https://opensearch.org/'}"));
        assertThat(VersionRule.of("source", server, Set.of(number)))
                .extracting(Finding::severity)
                .containsExactly(asSource);
        assertThat(VersionRule.of("target", server, Set.of(number)))
                .extracting(Finding::severity)
                .containsExactly(asTarget);
    }

    @ParameterizedTest
    @CsvSource({"7.11.2, WARNS", "7.10.2, BLOCKS", "7.9.3, BLOCKS"})
    void anElasticsearchThatIsTheTargetMustTakeMoreThanASource(String number, Severity severity) {
        assertThat(VersionRule.of("target", new Server(Server.ELASTICSEARCH, number), Set.of(number)))
                .extracting(Finding::severity)
                .containsExactly(severity);
    }

    /// With `compatibility.override_main_response_version` OpenSearch says 7.10.2, and its nodes say what
    /// they are.
    @ParameterizedTest
    @CsvSource({"1.3.20, BLOCKS", "2.19.6, NOTES"})
    void aTargetOpenSearchThatGivesAnotherNumberIsKnownByItsNodes(String number, Severity severity) {
        Server server = new Server(Server.OPENSEARCH, "7.10.2");
        assertThat(VersionRule.of("target", server, Set.of(number)))
                .extracting(Finding::severity)
                .containsExactly(severity);
    }

    @Test
    void aVersionThatWasNotTriedIsToldWithThoseThatWere() {
        assertThat(VersionRule.of("source", new Server(Server.OPENSEARCH, "3.1.0"), Set.of("3.1.0")))
                .containsExactly(Finding.warns(
                        FindingCode.VERSION_NOT_TESTED,
                        "The source is OpenSearch 3.1.0, which was not tried with Shardstream: tried are Elasticsearch"
                                + " 7.17, 8.19 and 9.5, and OpenSearch 2.19 and 3.8; as sources of a target in another"
                                + " cluster also Elasticsearch 7.10 and OpenSearch 1.3.",
                        "Copy a small index first, and compare it with 'verify --content all'."));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "5.6.16 | it does not number the changes of its documents, by which they are followed.",
                "6.8.23 | it has types in its addresses, spreads documents over shards in another way and writes totals"
                        + " otherwise than later versions.",
                "7.8.1 | it lacks requests that a cut-over needs ('_block' and '_resolve/index' came with 7.9)."
            })
    void aVersionThatCannotWorkIsRefusedWithTheReason(String number, String reason) {
        assertThat(VersionRule.of("source", new Server(Server.ELASTICSEARCH, number), Set.of(number)))
                .extracting(Finding::what)
                .containsExactly("The source is Elasticsearch " + number + ", which is not supported: " + reason);
    }

    @Test
    void aVersionThatCanBeASourceAloneIsRefusedAsTargetWithTheReason() {
        assertThat(VersionRule.of("target", new Server(Server.ELASTICSEARCH, "7.10.2"), Set.of("7.10.2")))
                .containsExactly(Finding.blocks(
                        FindingCode.VERSION_NOT_SUPPORTED,
                        "The target is Elasticsearch 7.10.2, which is not supported: it takes no 'must_exist' when an"
                                + " alias is removed, without which no cut-over to it can be taken back safely (it"
                                + " came with 7.11).",
                        "Use a version that was tried: Elasticsearch 7.17, 8.19 and 9.5, and OpenSearch 2.19 and"
                                + " 3.8."));
    }

    @Test
    void anotherServerIsNotSupported() {
        assertThat(VersionRule.of("source", Server.of(json("{'hello':'world'}")), Set.of()))
                .containsExactly(Finding.blocks(
                        FindingCode.VERSION_NOT_SUPPORTED,
                        "The source is a server that does not say what it is, which is not supported: only"
                                + " Elasticsearch and OpenSearch are known.",
                        "Use a version that was tried: Elasticsearch 7.17, 8.19 and 9.5, and OpenSearch 2.19 and"
                                + " 3.8; as sources of a target in another cluster also Elasticsearch 7.10 and"
                                + " OpenSearch 1.3."));
    }

    @Test
    void anUpgradeThatIsUnderWayIsTold() {
        Server server = new Server(Server.ELASTICSEARCH, "8.19.4");
        assertThat(VersionRule.of("source", server, Set.of("8.19.4", "7.17.29")))
                .extracting(Finding::what)
                .contains("The nodes of the source have different versions: 7.17.29, 8.19.4.");
    }
}
