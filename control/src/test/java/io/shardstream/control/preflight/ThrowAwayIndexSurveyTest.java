package io.shardstream.control.preflight;

import static io.shardstream.control.preflight.SurveyFixture.READ;
import static io.shardstream.control.preflight.SurveyFixture.TRY;
import static io.shardstream.control.preflight.SurveyFixture.changesNothing;
import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.control.preflight.sample.SampleResult;
import io.shardstream.control.state.finding.Finding;
import io.shardstream.control.state.finding.FindingCode;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The index that a survey makes to try writing, and deletes.
class ThrowAwayIndexSurveyTest {
    private SurveyFixture fixture;
    private SurveyServers servers;

    @BeforeEach
    void start() throws IOException {
        fixture = new SurveyFixture();
        servers = fixture.servers;
    }

    @AfterEach
    void stop() {
        fixture.close();
    }

    @Test
    void nothingIsChangedUnlessWritingMayBeTried() throws ElasticException {
        assertThat(fixture.survey(READ).sample())
                .map(sample -> sample.documents())
                .contains(1L);
        assertThat(servers.source.requests()).allMatch(SurveyFixture::changesNothing);
        assertThat(servers.target.requests()).allMatch(SurveyFixture::changesNothing);
    }

    @Test
    void theThrowAwayIndexIsAllThatIsWrittenAndIsDeleted() throws ElasticException {
        fixture.survey(TRY);
        assertThat(servers.target.requests())
                .filteredOn(request -> !changesNothing(request))
                .containsExactly(
                        "PUT /v2-shardstream-plan-x1",
                        "POST /v2-shardstream-plan-x1-write/_bulk",
                        "DELETE /v2-shardstream-plan-x1");
    }

    @Test
    void nothingIsWrittenWhereATemplateWouldPutTheThrowAwayIndexIntoAnAlias() throws ElasticException {
        servers.target.answers(
                "/_index_template/_simulate_index/v2-shardstream-plan-x1",
                200,
                "{'template':{'aliases':{'products':{}}}}");
        assertThat(fixture.survey(TRY).findings())
                .extracting(Finding::what)
                .contains("Nothing was written to try the target: an index template would give the throw-away index"
                        + " 'v2-shardstream-plan-x1' the aliases products, by which others search and write.");
        assertThat(servers.target.requests()).allMatch(SurveyFixture::changesNothing);
    }

    @Test
    void nothingIsWrittenWhereALegacyTemplateWouldDoSo() throws ElasticException {
        servers.target.answers(
                "/_template", 200, "{'a.b':{'index_patterns':['x','v*-plan-*'],'aliases':{'products':{}}}}");
        assertThat(fixture.survey(TRY).sample()).map(SampleResult::wrote).contains(false);
        assertThat(servers.target.requests()).allMatch(SurveyFixture::changesNothing);
    }

    @Test
    void nothingIsWrittenWhereTemplatesAreNotTold() throws ElasticException {
        servers.target.answers("/_template", 403, "{'error':{'type':'security_exception','reason':'no'}}");
        assertThat(fixture.survey(TRY).findings())
                .extracting(Finding::what)
                .anyMatch(what -> what.startsWith("Not known: how fast the target takes documents")
                        && what.endsWith("'manage_index_templates'."));
        assertThat(servers.target.requests()).allMatch(SurveyFixture::changesNothing);
    }

    @Test
    void theThrowAwayIndexIsDeletedWhenWritingToItFails() throws ElasticException {
        servers.target.answers("/v2-shardstream-plan-x1-write/_bulk", 500, "{'error':'broken'}");
        assertThat(fixture.survey(TRY).findings())
                .anyMatch(finding -> finding.what().startsWith("Not known: how fast"));
        assertThat(servers.target.requests()).contains("DELETE /v2-shardstream-plan-x1");
    }

    /// A proxy gives up, and the target goes on.
    @ParameterizedTest
    @CsvSource({"504", "502", "409"})
    void aThrowAwayIndexThatMayYetBeMadeIsLookedForAndNamed(int status) throws ElasticException {
        String index = "/v2-shardstream-plan-x1";
        servers.target.answers(index, status, "<html>Time-out</html>");
        servers.target.whenAsked("DELETE " + index, () -> servers.target.answers(index, 200, "{}"));
        assertThat(fixture.survey(TRY).findings()).noneMatch(finding -> finding.code() == FindingCode.TRIAL_INDEX_LEFT);

        servers.target.answers(index, status, "<html>Time-out</html>");
        servers.target.whenAsked(
                "DELETE " + index,
                () -> servers.target.answers(index, 404, "{'error':{'type':'index_not_found_exception'}}"));
        assertThat(fixture.survey(TRY).findings())
                .filteredOn(finding -> finding.code() == FindingCode.TRIAL_INDEX_LEFT)
                .singleElement()
                .matches(finding ->
                        finding.what().startsWith("The throw-away index 'v2-shardstream-plan-x1' may still be made: "));
    }

    @Test
    void aPageThatAnswers404DoesNotSayThatTheThrowAwayIndexIsGone() throws ElasticException {
        servers.target.answers("DELETE /v2-shardstream-plan-x1", 404, "<html>Not here</html>");
        assertThat(fixture.survey(TRY).findings())
                .filteredOn(finding -> finding.code() == FindingCode.TRIAL_INDEX_LEFT)
                .singleElement()
                .matches(finding ->
                        finding.what().startsWith("The throw-away index 'v2-shardstream-plan-x1' may still be there "));
    }

    /// A node that carries it out when the index is gone finds its alias gone, too.
    @Test
    void aBulkWithoutAnAnswerLeavesNothingBehind() throws ElasticException {
        servers.target.whenAsked("POST /v2-shardstream-plan-x1-write/_bulk", () -> {
            throw new IllegalStateException("no answer");
        });
        assertThat(fixture.survey(TRY).findings()).noneMatch(finding -> finding.code() == FindingCode.TRIAL_INDEX_LEFT);
        assertThat(servers.target.requests()).contains("DELETE /v2-shardstream-plan-x1");
    }

    /// Nothing is deleted that was not made.
    @ParameterizedTest
    @CsvSource({"403, security_exception", "429, circuit_breaking_exception", "403, ''"})
    void aThrowAwayIndexThatTheTargetRefusesIsNotDeleted(int status, String type) throws ElasticException {
        servers.target.answers("/v2-shardstream-plan-x1", status, "{'error':{'type':'" + type + "','reason':'no'}}");
        assertThat(fixture.survey(TRY).findings())
                .anyMatch(finding -> finding.what().startsWith("Not known: how fast"));
        assertThat(servers.target.requests())
                .filteredOn(request -> !changesNothing(request))
                .containsExactly("PUT /v2-shardstream-plan-x1");
    }

    /// A proxy has sent the call twice.
    @Test
    void aThrowAwayIndexThatIsThereAlreadyIsUsedAndDeleted() throws ElasticException {
        servers.target.whenAsked(
                "PUT /v2-shardstream-plan-x1",
                () -> servers.target.answers(
                        "/v2-shardstream-plan-x1",
                        400,
                        "{'error':{'type':'resource_already_exists_exception','reason':'already exists'}}"));
        servers.target.whenAsked(
                "DELETE /v2-shardstream-plan-x1",
                () -> servers.target.answers("/v2-shardstream-plan-x1", 200, "{'acknowledged':true}"));
        assertThat(fixture.survey(TRY).sample()).map(SampleResult::wrote).contains(true);
        assertThat(servers.target.requests()).contains("DELETE /v2-shardstream-plan-x1");
    }

    @Test
    void aMappingConflictInRealDocumentsIsFound() throws ElasticException {
        servers.target.answers(
                "/v2-shardstream-plan-x1-write/_bulk",
                200,
                "{'errors':true,'items':[{'index':{'status':400,'error':{'type':'document_parsing_exception',"
                        + "'reason':'failed to parse field [age] of type [long] in document with id [7]'}}}]}");
        assertThat(fixture.survey(TRY).findings())
                .extracting(Finding::what)
                .contains("Mapping conflict: the sample has 1 document, of which the target refuses 1, for example '7':"
                        + " document_parsing_exception: failed to parse field [age] of type [long] in document with id"
                        + " […]");
    }
}
