package io.shardstream.control.index.target;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.contract.record.VersionMode;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.control.index.FakeNode;
import io.shardstream.control.index.IndexCatalog;
import io.shardstream.control.index.IndexDescription;
import io.shardstream.control.index.Server;
import io.shardstream.control.state.finding.RunRefusedException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.StringNode;

class TargetIndexTest {
    private static final IndexDescription SOURCE = new IndexDescription(
            "cities",
            Map.of("index.number_of_shards", StringNode.valueOf("1")),
            new JsonMapper().createObjectNode(),
            Set.of(),
            1024);

    private static final Server SERVER = new Server(Server.ELASTICSEARCH, "9.5.3");

    private static final CarriedSettings CARRIED = new CarriedSettings(SERVER, SERVER, Map.of());

    private static final String RUN = "Shardstream-run-Write-x";

    /// Through the run's alias: a request that comes late changes no index that the run does not have any more.
    private static final String MARKING = "PUT /" + RUN + "/_mapping";

    private static final String NO_DOCUMENTS =
            "{'timed_out':false,'_shards':{'total':1,'successful':1},'hits':{'total':{'value':0}}}";

    private final List<String> steps = new ArrayList<>();
    private FakeNode node;
    private TargetSettings wish =
            new TargetSettings("v2", OptionalInt.empty(), OptionalInt.empty(), Map.of(), Optional.empty());
    private String owned = "";
    private Runnable whenTaken = () -> {};

    @BeforeEach
    void start() throws IOException {
        node = new FakeNode("target")
                .answers("/_resolve/index/v2", 200, "{'indices':[{'name':'v2','attributes':['open']}]}")
                .answers(
                        "/_cluster/state/metadata/v2",
                        200,
                        "{'metadata':{'indices':{'v2':{'routing_num_shards':1024}}}}")
                .answers("/v2/_settings", 200, "{'v2':{'settings':{},'defaults':{}}}")
                .answers("/v2/_refresh", 200, "{}")
                .answers("/_index_template/_simulate_index/v2", 200, "{}")
                .answers("/_template", 200, "{}")
                .answers("/_aliases", 200, "{}")
                .answers(MARKING.substring("PUT ".length()), 200, "{}")
                .answers("/v2/_search", 200, NO_DOCUMENTS);
        has("{}", -1);
    }

    @AfterEach
    void stop() {
        node.close();
    }

    @Test
    void anIndexThatNeverHeldADocumentIsTaken() throws IOException {
        assertThat(prepare().name()).isEqualTo("v2");
    }

    @Test
    void anIndexThatIsTakenIsMarkedAndKeepsWhatItsMappingSaysOfItself() throws IOException {
        has("{'_meta':{'team':'a'}}", -1);
        prepare();
        assertThat(node.requests()).contains(MARKING);
        assertThat(node.bodies())
                .contains(
                        "{\"_meta\":{\"team\":\"a\",\"shardstream\":{\"source_uuid\":\"u\",\"version_mode\":\"seqno\","
                                + "\"histories\":[\"h\"],\"terms\":[1]}}}");
    }

    @Test
    void anIndexThatHoldsDocumentsIsRefusedAndTheSentenceNamesTheWayOutOfALostKafka() {
        node.answers(
                "/v2/_search",
                200,
                "{'timed_out':false,'_shards':{'total':1,'successful':1},'hits':{'total':{'value':7}}}");
        assertThatThrownBy(this::prepare)
                .isInstanceOf(RunRefusedException.class)
                .hasMessageStartingWith("Target index 'v2' is not empty: it holds 7 documents")
                .hasMessageEndingWith("continue with 'run --adopt-target'.");
    }

    /// The tombstones of its documents are newer than the copies.
    @Test
    void anIndexThatWasEmptiedByDeletesIsRefused() {
        has("{}", 1);
        assertThatThrownBy(this::prepare)
                .isInstanceOf(RunRefusedException.class)
                .hasMessage("The target index 'v2' has held documents before (its sequence numbers have begun): their"
                        + " tombstones would win over copies. Name another, or delete it if nobody needs it."
                        + " If it was filled by a run whose Kafka is gone for good, continue with 'run"
                        + " --adopt-target'.");
    }

    @Test
    void anIndexThatLosesPartsOfItsDocumentsIsRefused() {
        has("{'_source':{'excludes':['secret']}}", -1);
        assertThatThrownBy(this::prepare)
                .isInstanceOf(RunRefusedException.class)
                .hasMessageStartingWith("Target index 'v2' keeps only parts of _source");
    }

    @Test
    void anIndexWhoseSequenceNumbersAreDisabledIsRefused() {
        node.answers("/v2/_settings", 200, "{'v2':{'settings':{'index.disable_sequence_numbers':'true'}}}");
        assertThatThrownBy(this::prepare)
                .isInstanceOf(RunRefusedException.class)
                .hasMessageStartingWith("Target index 'v2' has its sequence numbers disabled");
    }

    @Test
    void anIndexWhoseSettingsMakeItsSourceSyntheticIsRefused() {
        node.answers("/v2/_settings", 200, "{'v2':{'defaults':{'index.mapping.source.mode':'SYNTHETIC'}}}");
        assertThatThrownBy(this::prepare)
                .isInstanceOf(RunRefusedException.class)
                .hasMessageStartingWith("Target index 'v2' has a synthetic _source");
    }

    /// Nothing of the other run is changed, and whoever reads it is not told to delete what that run has
    /// written.
    @Test
    void anIndexOfAnotherRunIsRefusedBeforeAnythingElseIsSaidOfIt() {
        owned = "It belongs to run b.";
        node.answers(
                "/v2/_search",
                200,
                "{'timed_out':false,'_shards':{'total':1,'successful':1},'hits':{'total':{'value':7}}}");
        assertThatThrownBy(this::prepare)
                .isInstanceOf(RunRefusedException.class)
                .hasMessage("It belongs to run b.");
        assertThat(node.requests()).noneMatch(request -> request.startsWith("PUT") || request.endsWith("_aliases"));
        assertThat(steps).containsExactly("look");
    }

    @Test
    void anIndexIsMarkedOnlyOnceItIsThisRunsAndNeverWithoutAnotherLook() {
        whenTaken = () -> {
            assertThat(node.requests()).doesNotContain(MARKING);
            has("{}", 3);
        };
        assertThatThrownBy(this::prepare).hasMessageContaining("has held documents before");
        assertThat(node.requests()).doesNotContain(MARKING);
    }

    @Test
    void anIndexThatHeldDocumentsIsNotTaken() {
        has("{}", 3);
        assertThatThrownBy(this::prepare).hasMessageContaining("has held documents before");
        assertThat(steps).containsExactly("look");
    }

    @Test
    void anIndexOfSomebodyElseThatIsNotAsTheRunFileSaysIsRefusedWithWhatDiffers() {
        node.answers("/v2/_settings", 200, "{'v2':{'settings':{},'defaults':{'index.codec':'default'}}}");
        has("{'properties':{'n':{'type':'keyword'}}}", -1);
        wish = asking("{'codec':'best_compression','refresh_interval':null}", "{'properties':{'n':{'type':'long'}}}");
        assertThatThrownBy(this::prepare)
                .isInstanceOf(RunRefusedException.class)
                .hasMessageContaining(
                        "exists already, and is not what the run file asks for: index.number_of_replicas is 1 and not"
                                + " 2; index.codec is default and not best_compression; target.mappings: Fields that have"
                                + " another type in the target: n (long → keyword).")
                .hasMessageContaining("target.accept-as-it-is: true");
        assertThat(steps).containsExactly("look");
    }

    /// Copies of somebody else's index are not taken away.
    @Test
    void anIndexOfSomebodyElseMustHaveTheReplicasOfTheBackfillAlready() throws IOException {
        has("{}", -1);
        wish = new TargetSettings("v2", OptionalInt.empty(), OptionalInt.of(1), Map.of(), Optional.empty())
                .withReplicasWhileCopying(OptionalInt.of(0));
        node.answers("/v2/_settings", 200, "{'v2':{'settings':{'index.number_of_replicas':'1'},'defaults':{}}}");
        assertThatThrownBy(this::prepare).hasMessageContaining("index.number_of_replicas is 1 and not 0");
        node.answers("/v2/_settings", 200, "{'v2':{'settings':{'index.number_of_replicas':'0'},'defaults':{}}}");
        assertThat(prepare().name()).isEqualTo("v2");
    }

    @Test
    void aTargetWhoseClusterSetsTheNumberOfReplicasIsNotMadeWithFewerForTheBackfill() {
        isMissing();
        wish = TargetSettings.of(
                        "v2",
                        OptionalInt.empty(),
                        OptionalInt.of(1),
                        new JsonMapper().readTree("{\"auto_expand_replicas\":\"0-1\"}"),
                        Optional.empty())
                .withReplicasWhileCopying(OptionalInt.of(0));
        assertThatThrownBy(this::prepare)
                .isInstanceOf(RunRefusedException.class)
                .hasMessageContaining("index.auto_expand_replicas 0-1, by which its cluster sets the number");
        assertThat(node.requests()).doesNotContain("PUT /v2");
    }

    @Test
    void itIsTakenAsItIsByWordOrWhereItDiffersInNothing() throws IOException {
        wish = asking("{'codec':'best_compression'}", "{'dynamic':false}").acceptingAsItIs(true);
        assertThat(prepare().name()).isEqualTo("v2");
        node.answers(
                "/v2/_settings",
                200,
                "{'v2':{'settings':{'index.number_of_replicas':'2'},'defaults':{'index.codec':'best_compression'}}}");
        has("{'dynamic':'false'}", -1);
        wish = asking("{'codec':'best_compression'}", "{'dynamic':false}");
        assertThat(prepare().name()).isEqualTo("v2");
    }

    @Test
    void anEmptyIndexThatAnEarlierStartMadeOtherwiseIsDeletedAndMadeAnew() throws IOException {
        madeBefore(RUN, "'Shardstream-run-Write-x':{}", -1);
        isMadeThen(definition(false), "");
        prepare();
        assertThat(node.requests()).contains("DELETE /v2", "PUT /v2");
        assertThat(node.requests().indexOf("DELETE /v2"))
                .isLessThan(node.requests().indexOf("PUT /v2"));
    }

    /// It is shut, and a run that does not follow the source's mapping would never open it.
    @Test
    void anEmptyIndexOfAStartThatFollowedTheSourcesMappingIsMadeAnewByOneThatDoesNot() throws IOException {
        has(madeBy(RUN, definition(true)).replace("{'made_by'", "{'held':true,'made_by'"), "'" + RUN + "':{}", -1);
        isMadeThen(definition(false), "");
        prepare();
        assertThat(node.requests()).contains("DELETE /v2", "PUT /v2");
    }

    @Test
    void anIndexOfAnEarlierStartThatOthersUseOrHaveWrittenToIsNotDeleted() {
        madeBefore(RUN, "'Shardstream-run-Write-x':{},'production':{}", -1);
        assertThatThrownBy(this::prepare).hasMessageContaining("has the aliases production");
        madeBefore(RUN, "'Shardstream-run-Write-x':{}", 3);
        assertThatThrownBy(this::prepare).hasMessageContaining("has held documents before");
        assertThat(node.requests()).noneMatch(request -> request.startsWith("DELETE"));
    }

    /// As by a wrong index.routing.allocation of the run file of then.
    @Test
    void oneThatNoNodeHasEverHadIsMadeAnewByAnotherRunFile() throws IOException {
        madeBefore(RUN, "'Shardstream-run-Write-x':{}", -1);
        TargetAnswers.isUnplaced(node, 0);
        isMadeThen(definition(false), "");
        node.whenAsked("DELETE /v2", () -> node.answers("/v2/_search", 200, NO_DOCUMENTS));
        assertThat(prepare().name()).isEqualTo("v2");
        assertThat(node.requests()).contains("DELETE /v2", "PUT /v2");
    }

    /// It may have been written to before it lost its primary.
    @Test
    void oneThatANodeHasHadIsNotMadeAnew() {
        madeBefore(RUN, "'Shardstream-run-Write-x':{}", -1);
        TargetAnswers.isUnplaced(node, 1);
        assertThatThrownBy(this::prepare)
                .isInstanceOf(RunRefusedException.class)
                .hasMessageContaining("has no started primary: wait until the index is at least yellow");
        assertThat(node.requests()).doesNotContain("DELETE /v2");
    }

    @Test
    void whyNoNodeTakesATargetAndWhatToDoIsSaid() {
        TargetAnswers.isUnplaced(node, 0);
        node.answers(
                "/_cluster/allocation/explain",
                200,
                "{'node_allocation_decisions':[{'deciders':[{'decision':'THROTTLE','explanation':'busy'},"
                        + "{'decision':'NO','explanation':'node does not match [box:hto]'}]}]}");
        assertThatThrownBy(this::prepare)
                .isInstanceOf(RunRefusedException.class)
                .hasMessageStartingWith("Shard 0 of target index 'v2' has never found a place on a node: node does not"
                        + " match [box:hto]. Correct what the run file says under target.settings, and start again:");
        node.answers("/_cluster/allocation/explain", 403, "{'error':{'type':'security_exception','reason':'no'}}");
        assertThatThrownBy(this::prepare).hasMessageContaining("has never found a place on a node. Correct");
        TargetAnswers.isUnplaced(node, 1);
        assertThatThrownBy(this::prepare).isInstanceOf(ElasticException.Refused.class);
        TargetAnswers.isUnplaced(node, 0);
        TargetAnswers.isActive(node, 1);
        assertThatThrownBy(this::prepare).isInstanceOf(ElasticException.Refused.class);
    }

    /// Its alias says that the run owns it, and not that it has made it.
    @Test
    void anIndexThatTheRunHasTakenOverIsNotDeleted() throws IOException {
        madeBefore("Shardstream-other-Write-y", "'Shardstream-run-Write-x':{}", -1);
        prepare();
        assertThat(node.requests()).noneMatch(request -> request.startsWith("DELETE"));
    }

    @Test
    void aTargetThatATemplateGivesAnAliasIsNotMade() {
        isMissing();
        node.answers("/_index_template/_simulate_index/v2", 200, "{'template':{'aliases':{'production':{}}}}")
                .answers("/_index_template", 200, "{'index_templates':[]}");
        assertThatThrownBy(this::prepare)
                .isInstanceOf(RunRefusedException.class)
                .hasMessageContaining("would give target index 'v2' the aliases production");
        assertThat(node.requests()).doesNotContain("PUT /v2");
    }

    /// Servers do not apply it.
    @Test
    void aHiddenTargetIsMadeWhereALegacyTemplateGivesAllOthersAnAlias() throws IOException {
        isMissing();
        node.answers("/_template", 200, "{'all':{'index_patterns':['*'],'aliases':{'everything':{}}}}");
        assertThatThrownBy(this::prepare).hasMessageContaining("the aliases everything");
        wish = asking("{'hidden':true}", "{}");
        isMadeThen(definition(false), "");
        assertThat(prepare().name()).isEqualTo("v2");
    }

    @Test
    void aTargetThatDoesNotKeepItsDocumentsIsNotMade() {
        isMissing();
        wish = asking("{'derived_source.enabled':true}", "{}");
        assertThatThrownBy(this::prepare).hasMessageContaining("has a derived _source");
        wish = asking("{'disable_sequence_numbers':true}", "{}");
        assertThatThrownBy(this::prepare).hasMessageContaining("has its sequence numbers disabled");
        assertThat(node.requests()).doesNotContain("PUT /v2");
    }

    /// The user may not ask for templates: the alias is seen on what was made.
    @Test
    void aTargetThatWasMadeWithAnAliasIsDeletedAtOnce() {
        isMissing();
        node.answers(
                "/_index_template/_simulate_index/v2", 403, "{'error':{'type':'security_exception','reason':'no'}}");
        isMadeThen(definition(false), ",'production':{}");
        assertThatThrownBy(this::prepare)
                .isInstanceOf(RunRefusedException.class)
                .hasMessageContaining("An index template gave target index 'v2' the aliases production")
                .hasMessageEndingWith("The index was deleted again.");
        assertThat(node.requests()).contains("DELETE /v2");
        assertThat(steps).isEmpty();
    }

    @Test
    void aTargetThatIsNotThereAfterAnAnswerThatDoesNotSaySoMayBeMadeByTheNextTry() {
        isMissing();
        node.answers("PUT /v2", 200, "<html>Login</html>");
        assertThatThrownBy(this::prepare).isInstanceOf(ElasticException.Malformed.class);
        node.answers("PUT /v2", 200, "{'acknowledged':false}");
        assertThatThrownBy(this::prepare).isInstanceOf(ElasticException.Malformed.class);
        node.answers("PUT /v2", 200, "{'acknowledged':true}");
        assertThatThrownBy(this::prepare)
                .isInstanceOf(RunRefusedException.class)
                .hasMessageContaining("who deletes it");
    }

    @Test
    void neitherAMarkNorADeletionIsBelievedThatIsNotAcknowledged() {
        node.answers(MARKING, 200, "{}");
        assertThatThrownBy(this::prepare).isInstanceOf(ElasticException.Malformed.class);
        madeBefore(RUN, "'Shardstream-run-Write-x':{}", -1);
        node.answers("DELETE /v2", 200, "{}");
        assertThatThrownBy(this::prepare).isInstanceOf(ElasticException.Malformed.class);
        assertThat(node.requests()).doesNotContain("PUT /v2");
    }

    /// Before the next one the target is looked at: somebody may have deleted it, or made another of its name.
    @Test
    void neitherAMarkNorATargetThatHasNoAnswerIsSentToAnotherAddress() throws IOException {
        try (ElasticCluster two = node.byTwoAddresses()) {
            for (String change : List.of(MARKING, "PUT /v2")) {
                node.whenAsked(change, () -> {
                    throw new IllegalStateException("no answer");
                });
                assertThatThrownBy(() -> prepare(two)).isInstanceOf(ElasticException.Unreachable.class);
                assertThat(node.requests())
                        .filteredOn(request -> request.equals(change))
                        .hasSize(1);
                isMissing();
            }
        }
    }

    /// As where a process that still prepares the run has another run file than the one in its place.
    @Test
    void anIndexThatAnotherStartOfTheRunMadeOtherwiseMeanwhileIsNeitherTakenNorDeleted() {
        isMadeMeanwhile("old");
        assertThatThrownBy(this::prepare)
                .isInstanceOf(RunRefusedException.class)
                .hasMessageContaining("Another start of this run created target index 'v2' at the same moment");
        assertThat(node.requests()).noneMatch(request -> request.startsWith("DELETE"));
        assertThat(steps).isEmpty();
    }

    @Test
    void oneThatAnotherStartOfTheRunMadeAlikeMeanwhileIsTaken() throws IOException {
        isMadeMeanwhile(definition(false));
        assertThat(prepare().name()).isEqualTo("v2");
    }

    private void isMadeMeanwhile(String definition) {
        isMissing();
        node.answers("PUT /v2", 400, "{'error':{'type':'resource_already_exists_exception','reason':'exists'}}");
        isMadeThen(definition, "");
    }

    private void isMadeThen(String definition, String otherAliases) {
        node.whenAsked("PUT /v2", () -> {
            node.answers("/_resolve/index/v2", 200, "{'indices':[{'name':'v2','attributes':['open']}]}");
            has(madeBy(RUN, definition), "'" + RUN + "':{}" + otherAliases, -1);
        });
    }

    private void isMissing() {
        node.answers("/_resolve/index/v2", 404, "{}").answers("/v2", 200, "{}");
    }

    private void madeBefore(String maker, String aliases, long highest) {
        has(madeBy(maker, "old"), aliases, highest);
    }

    private static String madeBy(String maker, String definition) {
        return "{'_meta':{'shardstream':{'made_by':{'alias':'" + maker + "','definition':'" + definition + "'}}}}";
    }

    private String definition(boolean follows) {
        TargetDefinition definition = new TargetDefinition(SOURCE, wish, false, CARRIED, follows);
        return definition.maker(RUN).definition();
    }

    private static TargetSettings asking(String settings, String mappings) {
        JsonMapper json = new JsonMapper();
        return TargetSettings.of(
                "v2",
                OptionalInt.empty(),
                OptionalInt.of(2),
                json.readTree(settings.replace('\'', '"')),
                Optional.of(json.readTree(mappings.replace('\'', '"'))));
    }

    private void has(String mappings, long highest) {
        has(mappings, "", highest);
    }

    private void has(String mappings, String aliases, long highest) {
        TargetAnswers.has(node, mappings, aliases, highest);
    }

    /// Nobody else has the index, unless a sentence says so.
    private final class Taking implements Claim {
        @Override
        public String writeAlias() {
            return RUN;
        }

        @Override
        public void requireFree() {
            steps.add("look");
            if (!owned.isEmpty()) {
                throw new RunRefusedException(owned);
            }
        }

        @Override
        public void take() {
            requireFree();
            steps.add("take");
            whenTaken.run();
        }
    }

    private IndexDescription prepare() throws IOException {
        return prepare(node.cluster());
    }

    private IndexDescription prepare(ElasticCluster target) throws IOException {
        return new TargetIndex(target, new IndexCatalog(target), wish)
                .prepare(
                        SOURCE,
                        false,
                        CARRIED,
                        new TargetMark("u", VersionMode.SEQNO, List.of("h"), List.of(1L)),
                        new Taking(),
                        false);
    }
}
