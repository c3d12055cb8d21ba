package io.shardstream.control.run.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.contract.record.VersionMode;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.control.index.FakeNode;
import io.shardstream.control.index.IndexDescription;
import io.shardstream.control.index.Server;
import io.shardstream.control.index.target.CarriedSettings;
import io.shardstream.control.index.target.TargetSettings;
import io.shardstream.control.state.finding.RunRefusedException;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.StringNode;

class TargetAheadTest {
    private static final Server SERVER = new Server(Server.ELASTICSEARCH, "9.5.3");
    private static final String WRITE_ALIAS = "Shardstream-run-Write-x";

    private FakeNode source;
    private FakeNode target;

    @BeforeEach
    void start() throws IOException {
        source = node("source", "9.5.3");
        target = node("target", "9.5.3")
                .answers("/_index_template/_simulate_index/v2", 200, "{}")
                .answers("/_template", 200, "{}");
    }

    private static FakeNode node(String name, String version) throws IOException {
        return new FakeNode(name)
                .answers("/", 200, "{'version':{'number':'" + version + "','build_flavor':'default'}}")
                .answers("/_nodes", 200, nodes(version));
    }

    private static String nodes(String version) {
        return "{'nodes':{'a':{'name':'a','version':'" + version + "','roles':['data']}}}";
    }

    @AfterEach
    void stop() {
        source.close();
        target.close();
    }

    @Test
    void aTargetOfAVersionThatCanOnlyBeASourceIsRefusedInTheWordsOfPlan() {
        says(target, "elasticsearch", "7.10.2", "7.10.2");
        assertThatThrownBy(() -> ahead("{}").requireVersions())
                .isInstanceOf(RunRefusedException.class)
                .hasMessageStartingWith("The target is Elasticsearch 7.10.2, which is not supported: it takes no")
                .hasMessageContaining("Use a version that was tried: ");
    }

    /// With `compatibility.override_main_response_version` it says 7.10.2.
    @Test
    void anOpenSearchThatGivesAnotherNumberIsKnownByItsNodes() {
        says(target, "opensearch", "7.10.2", "1.3.20");
        assertThatThrownBy(() -> ahead("{}").requireVersions()).hasMessageContaining("OpenSearch 1.3.20");
    }

    @Test
    void aSourceThatIsTooOldIsRefusedBeforeItsIndexIsAskedFor() {
        says(source, "elasticsearch", "6.8.23", "6.8.23");
        assertThatThrownBy(() -> ahead("{}").requireVersions())
                .isInstanceOf(RunRefusedException.class)
                .hasMessageStartingWith("The source is Elasticsearch 6.8.23");
    }

    @Test
    void whoDoesNotTellItsVersionAndWasNotTriedIsNotRefused() {
        source.answers("/", 403, "{}").answers("/_nodes", 403, "{}");
        says(target, "opensearch", "3.1.0", "3.1.0");
        assertThatCode(() -> ahead("{}").requireVersions()).doesNotThrowAnyException();
    }

    @Test
    void aTargetThatWouldLoseDocumentsWithOneNodeIsRefusedBeforeItIsMade() {
        assertThatThrownBy(() -> require("{'translog':{'durability':'async'}}", "{}"))
                .isInstanceOf(RunRefusedException.class)
                .hasMessageStartingWith("The target has no replicas and writes its translog asynchronously")
                .hasMessageContaining("Set index.translog.durability to request");
        assertThat(target.requests()).noneMatch(request -> request.startsWith("PUT"));
    }

    @Test
    void aTargetThatATemplateMakesSoIsRefusedToo() {
        target.answers(
                        "/_index_template/_simulate_index/v2",
                        200,
                        "{'template':{'settings':{'index':{'translog':{'durability':'async'}}}}}")
                .answers("/_index_template", 200, "{'index_templates':[]}");
        assertThatThrownBy(() -> require("{}", "{}"))
                .hasMessageStartingWith("The target has no replicas and writes its translog asynchronously");
    }

    /// The cluster sets the number of its replicas, and may well give it one.
    @Test
    void aTargetWithReplicasByItsClusterIsNotRefusedBeforeItIsThere() {
        assertThatCode(() -> require("{'translog':{'durability':'async'},'auto_expand_replicas':'0-1'}", "{}"))
                .doesNotThrowAnyException();
    }

    @Test
    void anIndexThatIsThereAndTakesNothingIsRefused() {
        exists("'index.blocks.write':'true'");
        assertThatThrownBy(() -> require("{}", "{}"))
                .isInstanceOf(RunRefusedException.class)
                .hasMessageStartingWith("The target does not take what the run does to it (index.blocks.write).");
    }

    @Test
    void aTargetThatWaitsForMoreCopiesThanThereAreNodesForIsRefused() {
        exists("'index.number_of_replicas':'1','index.write.wait_for_active_shards':'2'");
        assertThatThrownBy(() -> require("{}", "{}"))
                .isInstanceOf(RunRefusedException.class)
                .hasMessageStartingWith("The target takes writes only while 2 copies of a shard are active");
    }

    @Test
    void aTargetThatTakesNoneOfTheDocumentsForWantOfARoutingIsRefused() {
        withoutRouting(7);
        assertThatThrownBy(() -> require("{}", "{'_routing':{'required':true}}"))
                .isInstanceOf(RunRefusedException.class)
                .hasMessageContaining("7 documents without one: each would become a reject.");
    }

    /// Of two searches each may ask another copy of a shard that is written to.
    @Test
    void documentsWithoutARoutingAreCountedInOneSearch() {
        withoutRouting(0);
        assertThatCode(() -> require("{}", "{'_routing':{'required':true}}")).doesNotThrowAnyException();
        assertThat(source.requests()).containsOnlyOnce("POST /cities/_search");
    }

    @Test
    void theyAreNotCountedForATargetThatRequiresNone() throws ElasticException {
        require("{}", "{}");
        assertThat(source.requests()).doesNotContain("POST /cities/_search");
    }

    private void withoutRouting(int documents) {
        source.answersTo(
                "/cities/_search",
                "\"must_not\":{\"exists\":{\"field\":\"_routing\"}}",
                200,
                "{'timed_out':false,'_shards':{'successful':1,'total':1,'failed':0}," + "'hits':{'total':{'value':"
                        + documents + ",'relation':'eq'},'hits':[]}}");
    }

    @Test
    void whatOnlyDeservesAWarningIsNotRefused() {
        assertThatCode(() -> require("{'lifecycle.name':'p'}", "{}")).doesNotThrowAnyException();
    }

    /// What templates would do is told with their names where the target is made.
    @Test
    void aUserWhoMayNotAskIsNotRefused() {
        target.answers("/_nodes", 403, "{'error':{'type':'security_exception','reason':'no'}}")
                .answers(
                        "/_index_template/_simulate_index/v2",
                        403,
                        "{'error':{'type':'security_exception','reason':'no'}}");
        assertThatCode(() -> require("{}", "{}")).doesNotThrowAnyException();
    }

    @Test
    void whatATemplateWouldDoIsLeftToWhoeverMakesTheTargetAndNamesTheTemplate() {
        target.answers(
                        "/_index_template/_simulate_index/v2",
                        200,
                        "{'template':{'settings':{'index':{'final_pipeline':'p'}}}}")
                .answers("/_index_template", 200, "{'index_templates':[]}");
        assertThatCode(() -> require("{}", "{}")).doesNotThrowAnyException();
    }

    /// It is made anew if it is not as is asked for.
    @Test
    void anIndexThatAnEarlierStartHasMadeCountsAsStillToBeMade() throws ElasticException {
        exists(
                "'index.blocks.write':'true'",
                "{'_meta':{'shardstream':{'made_by':{'alias':'" + WRITE_ALIAS + "','definition':'d'}}}}",
                "{'" + WRITE_ALIAS + "':{}}");
        require("{}", "{}");
        assertThat(target.requests()).contains("POST /_index_template/_simulate_index/v2");
    }

    private void exists(String settings) {
        exists(settings, "{}", "{}");
    }

    private void exists(String settings, String mappings, String aliases) {
        target.answers("/_resolve/index/v2", 200, "{'indices':[{'name':'v2','attributes':['open']}]}")
                .answers(
                        "/_cluster/state/metadata/v2",
                        200,
                        "{'metadata':{'indices':{'v2':{'routing_num_shards':1024}}}}")
                .answers(
                        "/v2",
                        200,
                        "{'v2':{'settings':{'index.number_of_shards':'1','index.uuid':'t'," + settings + "},'mappings':"
                                + mappings + ",'aliases':" + aliases + "}}");
    }

    private static void says(FakeNode node, String distribution, String number, String ofNodes) {
        String version = distribution.equals("opensearch")
                ? "'distribution':'opensearch','number':'" + number + "'"
                : "'build_flavor':'default','number':'" + number + "'";
        node.answers("/", 200, "{'version':{" + version + "}}").answers("/_nodes", 200, nodes(ofNodes));
    }

    private TargetAhead ahead(String settings) {
        return ahead(settings, "{}");
    }

    private TargetAhead ahead(String settings, String mappings) {
        JsonMapper json = new JsonMapper();
        TargetSettings wish = TargetSettings.of(
                "v2",
                OptionalInt.empty(),
                OptionalInt.of(0),
                json.readTree(settings.replace('\'', '"')),
                Optional.of(json.readTree(mappings.replace('\'', '"'))));
        return new TargetAhead(
                source.cluster(),
                target.cluster(),
                new RunSettings(
                        new RunTopics("run"),
                        "cities",
                        false,
                        true,
                        VersionMode.SEQNO,
                        false,
                        wish,
                        (short) 1,
                        Optional.of(true),
                        Optional.empty(),
                        OptionalLong.empty()));
    }

    private void require(String settings, String mappings) throws ElasticException {
        ahead(settings, mappings)
                .require(
                        new IndexDescription(
                                "cities",
                                Map.of("index.number_of_shards", StringNode.valueOf("1")),
                                new JsonMapper().createObjectNode(),
                                Set.of(),
                                1024),
                        new CarriedSettings(SERVER, SERVER, Map.of()),
                        WRITE_ALIAS,
                        0);
    }
}
