package io.shardstream.control.index.target;

import static io.shardstream.control.index.target.TargetFixture.CARRIED;
import static io.shardstream.control.index.target.TargetFixture.MARKING;
import static io.shardstream.control.index.target.TargetFixture.NO_DOCUMENTS;
import static io.shardstream.control.index.target.TargetFixture.RUN;
import static io.shardstream.control.index.target.TargetFixture.SOURCE;
import static io.shardstream.control.index.target.TargetFixture.asking;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.control.index.FakeNode;
import io.shardstream.control.state.finding.RunRefusedException;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/// A target that is made, made anew or deleted.
class CreatedTargetTest {
    private TargetFixture fixture;
    private FakeNode node;
    private List<String> steps;

    @BeforeEach
    void start() throws IOException {
        fixture = new TargetFixture();
        node = fixture.node;
        steps = fixture.steps;
    }

    @AfterEach
    void stop() {
        fixture.close();
    }

    @Test
    void aTargetWhoseClusterSetsTheNumberOfReplicasIsNotMadeWithFewerForTheBackfill() {
        fixture.isMissing();
        fixture.wish = TargetSettings.of(
                        "v2",
                        OptionalInt.empty(),
                        OptionalInt.of(1),
                        new JsonMapper().readTree("{\"auto_expand_replicas\":\"0-1\"}"),
                        Optional.empty())
                .withReplicasWhileCopying(OptionalInt.of(0));
        assertThatThrownBy(fixture::prepare)
                .isInstanceOf(RunRefusedException.class)
                .hasMessageContaining("index.auto_expand_replicas 0-1, by which its cluster sets the number");
        assertThat(node.requests()).doesNotContain("PUT /v2");
    }

    @Test
    void anEmptyIndexThatAnEarlierStartMadeOtherwiseIsDeletedAndMadeAnew() throws IOException {
        madeBefore(RUN, "'Shardstream-run-Write-x':{}", -1);
        isMadeThen(definition(false), "");
        fixture.prepare();
        assertThat(node.requests()).contains("DELETE /v2", "PUT /v2");
        assertThat(node.requests().indexOf("DELETE /v2"))
                .isLessThan(node.requests().indexOf("PUT /v2"));
    }

    /// It is shut, and a run that does not follow the source's mapping would never open it.
    @Test
    void anEmptyIndexOfAStartThatFollowedTheSourcesMappingIsMadeAnewByOneThatDoesNot() throws IOException {
        fixture.has(
                madeBy(RUN, definition(true)).replace("{'made_by'", "{'held':true,'made_by'"), "'" + RUN + "':{}", -1);
        isMadeThen(definition(false), "");
        fixture.prepare();
        assertThat(node.requests()).contains("DELETE /v2", "PUT /v2");
    }

    @Test
    void anIndexOfAnEarlierStartThatOthersUseOrHaveWrittenToIsNotDeleted() {
        madeBefore(RUN, "'Shardstream-run-Write-x':{},'production':{}", -1);
        assertThatThrownBy(fixture::prepare).hasMessageContaining("has the aliases production");
        madeBefore(RUN, "'Shardstream-run-Write-x':{}", 3);
        assertThatThrownBy(fixture::prepare).hasMessageContaining("has held documents before");
        assertThat(node.requests()).noneMatch(request -> request.startsWith("DELETE"));
    }

    /// As by a wrong index.routing.allocation of the run file of then.
    @Test
    void oneThatNoNodeHasEverHadIsMadeAnewByAnotherRunFile() throws IOException {
        madeBefore(RUN, "'Shardstream-run-Write-x':{}", -1);
        TargetAnswers.isUnplaced(node, 0);
        isMadeThen(definition(false), "");
        node.whenAsked("DELETE /v2", () -> node.answers("/v2/_search", 200, NO_DOCUMENTS));
        assertThat(fixture.prepare().name()).isEqualTo("v2");
        assertThat(node.requests()).contains("DELETE /v2", "PUT /v2");
    }

    /// It may have been written to before it lost its primary.
    @Test
    void oneThatANodeHasHadIsNotMadeAnew() {
        madeBefore(RUN, "'Shardstream-run-Write-x':{}", -1);
        TargetAnswers.isUnplaced(node, 1);
        assertThatThrownBy(fixture::prepare)
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
        assertThatThrownBy(fixture::prepare)
                .isInstanceOf(RunRefusedException.class)
                .hasMessageStartingWith("Shard 0 of target index 'v2' has never found a place on a node: node does not"
                        + " match [box:hto]. Correct what the run file says under target.settings, and start again:");
        node.answers("/_cluster/allocation/explain", 403, "{'error':{'type':'security_exception','reason':'no'}}");
        assertThatThrownBy(fixture::prepare).hasMessageContaining("has never found a place on a node. Correct");
        TargetAnswers.isUnplaced(node, 1);
        assertThatThrownBy(fixture::prepare).isInstanceOf(ElasticException.Refused.class);
        TargetAnswers.isUnplaced(node, 0);
        TargetAnswers.isActive(node, 1);
        assertThatThrownBy(fixture::prepare).isInstanceOf(ElasticException.Refused.class);
    }

    /// Its alias says that the run owns it, and not that it has made it.
    @Test
    void anIndexThatTheRunHasTakenOverIsNotDeleted() throws IOException {
        madeBefore("Shardstream-other-Write-y", "'Shardstream-run-Write-x':{}", -1);
        fixture.prepare();
        assertThat(node.requests()).noneMatch(request -> request.startsWith("DELETE"));
    }

    @Test
    void aTargetThatATemplateGivesAnAliasIsNotMade() {
        fixture.isMissing();
        node.answers("/_index_template/_simulate_index/v2", 200, "{'template':{'aliases':{'production':{}}}}")
                .answers("/_index_template", 200, "{'index_templates':[]}");
        assertThatThrownBy(fixture::prepare)
                .isInstanceOf(RunRefusedException.class)
                .hasMessageContaining("would give target index 'v2' the aliases production");
        assertThat(node.requests()).doesNotContain("PUT /v2");
    }

    /// Servers do not apply it.
    @Test
    void aHiddenTargetIsMadeWhereALegacyTemplateGivesAllOthersAnAlias() throws IOException {
        fixture.isMissing();
        node.answers("/_template", 200, "{'all':{'index_patterns':['*'],'aliases':{'everything':{}}}}");
        assertThatThrownBy(fixture::prepare).hasMessageContaining("the aliases everything");
        fixture.wish = asking("{'hidden':true}", "{}");
        isMadeThen(definition(false), "");
        assertThat(fixture.prepare().name()).isEqualTo("v2");
    }

    @Test
    void aTargetThatDoesNotKeepItsDocumentsIsNotMade() {
        fixture.isMissing();
        fixture.wish = asking("{'derived_source.enabled':true}", "{}");
        assertThatThrownBy(fixture::prepare).hasMessageContaining("has a derived _source");
        fixture.wish = asking("{'disable_sequence_numbers':true}", "{}");
        assertThatThrownBy(fixture::prepare).hasMessageContaining("has its sequence numbers disabled");
        assertThat(node.requests()).doesNotContain("PUT /v2");
    }

    /// The user may not ask for templates: the alias is seen on what was made.
    @Test
    void aTargetThatWasMadeWithAnAliasIsDeletedAtOnce() {
        fixture.isMissing();
        node.answers(
                "/_index_template/_simulate_index/v2", 403, "{'error':{'type':'security_exception','reason':'no'}}");
        isMadeThen(definition(false), ",'production':{}");
        assertThatThrownBy(fixture::prepare)
                .isInstanceOf(RunRefusedException.class)
                .hasMessageContaining("An index template gave target index 'v2' the aliases production")
                .hasMessageEndingWith("The index was deleted again.");
        assertThat(node.requests()).contains("DELETE /v2");
        assertThat(steps).isEmpty();
    }

    @Test
    void aTargetThatIsNotThereAfterAnAnswerThatDoesNotSaySoMayBeMadeByTheNextTry() {
        fixture.isMissing();
        node.answers("PUT /v2", 200, "<html>Login</html>");
        assertThatThrownBy(fixture::prepare).isInstanceOf(ElasticException.Malformed.class);
        node.answers("PUT /v2", 200, "{'acknowledged':false}");
        assertThatThrownBy(fixture::prepare).isInstanceOf(ElasticException.Malformed.class);
        node.answers("PUT /v2", 200, "{'acknowledged':true}");
        assertThatThrownBy(fixture::prepare)
                .isInstanceOf(RunRefusedException.class)
                .hasMessageContaining("who deletes it");
    }

    @Test
    void neitherAMarkNorADeletionIsBelievedThatIsNotAcknowledged() {
        node.answers(MARKING, 200, "{}");
        assertThatThrownBy(fixture::prepare).isInstanceOf(ElasticException.Malformed.class);
        madeBefore(RUN, "'Shardstream-run-Write-x':{}", -1);
        node.answers("DELETE /v2", 200, "{}");
        assertThatThrownBy(fixture::prepare).isInstanceOf(ElasticException.Malformed.class);
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
                assertThatThrownBy(() -> fixture.prepare(two)).isInstanceOf(ElasticException.Unreachable.class);
                assertThat(node.requests())
                        .filteredOn(request -> request.equals(change))
                        .hasSize(1);
                fixture.isMissing();
            }
        }
    }

    /// As where a process that still prepares the run has another run file than the one in its place.
    @Test
    void anIndexThatAnotherStartOfTheRunMadeOtherwiseMeanwhileIsNeitherTakenNorDeleted() {
        isMadeMeanwhile("old");
        assertThatThrownBy(fixture::prepare)
                .isInstanceOf(RunRefusedException.class)
                .hasMessageContaining("Another start of this run created target index 'v2' at the same moment");
        assertThat(node.requests()).noneMatch(request -> request.startsWith("DELETE"));
        assertThat(steps).isEmpty();
    }

    @Test
    void oneThatAnotherStartOfTheRunMadeAlikeMeanwhileIsTaken() throws IOException {
        isMadeMeanwhile(definition(false));
        assertThat(fixture.prepare().name()).isEqualTo("v2");
    }

    private void isMadeMeanwhile(String definition) {
        fixture.isMissing();
        node.answers("PUT /v2", 400, "{'error':{'type':'resource_already_exists_exception','reason':'exists'}}");
        isMadeThen(definition, "");
    }

    private void isMadeThen(String definition, String otherAliases) {
        node.whenAsked("PUT /v2", () -> {
            node.answers("/_resolve/index/v2", 200, "{'indices':[{'name':'v2','attributes':['open']}]}");
            fixture.has(madeBy(RUN, definition), "'" + RUN + "':{}" + otherAliases, -1);
        });
    }

    private void madeBefore(String maker, String aliases, long highest) {
        fixture.has(madeBy(maker, "old"), aliases, highest);
    }

    private static String madeBy(String maker, String definition) {
        return "{'_meta':{'shardstream':{'made_by':{'alias':'" + maker + "','definition':'" + definition + "'}}}}";
    }

    private String definition(boolean follows) {
        TargetDefinition definition = new TargetDefinition(SOURCE, fixture.wish, false, CARRIED, follows);
        return definition.maker(RUN).definition();
    }
}
