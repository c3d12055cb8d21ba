package io.shardstream.control.preflight;

import static io.shardstream.control.preflight.SurveyFixture.READ;
import static io.shardstream.control.preflight.SurveyFixture.wish;
import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.ReplaceIndex;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.control.index.FakeNode;
import io.shardstream.control.run.block.KnownRuns;
import io.shardstream.control.state.finding.Finding;
import io.shardstream.control.state.finding.FindingCode;
import io.shardstream.control.state.finding.Severity;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.StringNode;

/// What clients would notice of a cut-over, and what it would do to an index that is replaced.
class ClientsSurveyTest {
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
    void whatBecomesOfAnIndexThatIsReplacedIsSaid() throws ElasticException {
        fixture.replace = ReplaceIndex.WITH_COPY;
        assertThat(aboutCutOver()).contains("cutover.replace-index has no effect");
        fixture.saidFollow = Optional.of(true);
        servers.source.answers("/_cluster/state/version", 200, "{'cluster_uuid':'one'}");
        servers.target.answers("/_cluster/state/version", 200, "{'cluster_uuid':'one'}");
        assertThat(aboutCutOver())
                .contains("deletes index 'cities' and makes its name an alias of 'v2'", "'cities-before-...'")
                .doesNotContain("different clusters");
        fixture.replace = ReplaceIndex.WITHOUT_WAY_BACK;
        servers.target.answers("/_cluster/state/version", 200, "{'cluster_uuid':'two'}");
        assertThat(aboutCutOver()).contains("'rollback' will not be possible", "different clusters");
    }

    @Test
    void whoElseNeedsAnIndexThatIsReplacedIsSaid() throws ElasticException {
        fixture.replace = ReplaceIndex.WITHOUT_WAY_BACK;
        fixture.saidFollow = Optional.of(true);
        servers.source
                .answers("/_cluster/state/version", 200, "{'cluster_uuid':'one'}")
                .answers(
                        "/_cluster/state/blocks,metadata,routing_table/cities",
                        200,
                        "{'cluster_name':'c','metadata':{'indices':{'cities':{'state':'open',"
                                + "'settings':{'index':{'uuid':'u'}}}}},'routing_table':{'indices':{'cities':{'shards':{'0':[{'primary':true,"
                                + "'state':'STARTED'}]}}}}}")
                .answers("/_cluster/state/blocks,metadata/Shardstream-*", 200, "{'cluster_name':'c'}");
        servers.target
                .answers("/_cluster/state/version", 200, "{'cluster_uuid':'one'}")
                .answers(
                        "/_cluster/state/blocks,metadata/Shardstream-*",
                        200,
                        "{'cluster_name':'c','metadata':{'indices':{'other':{'aliases':['Shardstream-b-Write-i'],"
                                + "'mappings':{'_doc':{'_meta':{'shardstream':{'source_uuid':'u'}}}}}}}}");
        fixture.runs =
                own -> new KnownRuns.Seen(List.of(), Optional.of("run c of the Kafka of " + own + " (no answer)"));

        assertThat(fixture.survey(READ).findings())
                .filteredOn(finding -> finding.code() == FindingCode.SOURCE_OF_ANOTHER_RUN)
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.severity()).isEqualTo(Severity.WARNS);
                    assertThat(finding.what())
                            .isEqualTo("The cut-over deletes index 'cities', which is needed by run 'b' (which copies"
                                    + " it into 'other', which has the alias 'Shardstream-b-Write-i').");
                });
        assertThat(aboutCutOver()).doesNotContain("run c");
        assertThat(fixture.survey(READ).findings())
                .extracting(Finding::what)
                .contains("Not known: whether another run needs the source index of run c of the Kafka of run (no"
                        + " answer).");

        fixture.replace = ReplaceIndex.NO;
        assertThat(fixture.survey(READ).findings())
                .extracting(Finding::code)
                .doesNotContain(FindingCode.SOURCE_OF_ANOTHER_RUN);
    }

    @Test
    void anAliasThatWouldFindFewerDocumentsInTheTargetIsTold() throws ElasticException {
        fixture.wish = wish(OptionalInt.of(3), 1, Map.of());
        servers.source
                .answers("/cities/_alias", 200, "{'cities':{'aliases':{'tenant':{'search_routing':'a'},'all':{}}}}")
                .answersTo("/cities/_search", "must_not", 200, SurveyServers.found("", 7));
        assertThat(fixture.survey(READ).findings())
                .filteredOn(finding -> finding.code() == FindingCode.ALIAS_FINDS_OTHERS)
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.severity()).isEqualTo(Severity.WARNS);
                    assertThat(finding.what()).contains("alias tenant (with its routing 'a' it finds 7 documents");
                    assertThat(finding.advice()).contains("--accept-difference 'alias:tenant'");
                });

        // Whoever made the only shard, it has all documents.
        fixture.wish = wish(OptionalInt.of(1), 1, Map.of());
        assertThat(fixture.survey(READ).findings())
                .extracting(Finding::code)
                .doesNotContain(FindingCode.ALIAS_FINDS_OTHERS, FindingCode.ROUTING_UNKNOWN);
    }

    @Test
    void childrenThatWouldNotBeFoundByTheirParentsAreTold() throws ElasticException {
        fixture.wish = wish(OptionalInt.of(3), 1, Map.of());
        servers.sourceIndex(1, "{'properties':{'qa':{'type':'join','relations':{'question':'answer'}}}}");
        StringBuilder children = new StringBuilder();
        StringBuilder parents = new StringBuilder();
        for (int i = 0; i < 40; i++) {
            String comma = i == 0 ? "" : ",";
            children.append(comma + "{'_id':'c" + i + "','_routing':'1','_source':{'qa':{'name':'answer','parent':'" + i
                    + "'}}}");
            parents.append(comma + "{'_id':'" + i + "'}");
        }
        servers.source
                .answersTo("/cities/_search", "random_score", 200, SurveyServers.found(children.toString(), 40))
                .answersTo("/cities/_search", "\"ids\"", 200, SurveyServers.found(parents.toString(), 40));
        assertThat(fixture.survey(READ).findings())
                .filteredOn(finding -> finding.code() == FindingCode.CHILDREN_PARTED)
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.severity()).isEqualTo(Severity.WARNS);
                    assertThat(finding.what()).contains("join field qa (of a sample of 40 children ");
                    assertThat(finding.advice()).contains("--accept-difference 'join:qa'");
                });

        fixture.wish = wish(OptionalInt.of(1), 1, Map.of());
        assertThat(fixture.survey(READ).findings())
                .extracting(Finding::code)
                .doesNotContain(FindingCode.CHILDREN_PARTED, FindingCode.ROUTING_UNKNOWN);
    }

    @Test
    void aMappingTypeThatTheTargetWouldNotHaveIsTold() throws ElasticException {
        SurveyServers.version(servers.source, "7.17.29");
        servers.source.answers("/cities/_mapping", 200, "{'cities':{'mappings':{'city':{}}}}");
        assertThat(fixture.survey(READ).findings())
                .filteredOn(finding -> finding.code() == FindingCode.MAPPING_TYPE_DIFFERS)
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.severity()).isEqualTo(Severity.WARNS);
                    assertThat(finding.what()).contains("mapping type city (the target has _doc:");
                    assertThat(finding.advice()).contains("--accept-difference 'type:city'");
                });

        servers.source.answers("/cities/_mapping", 200, "{'cities':{'mappings':{'_doc':{}}}}");
        assertThat(fixture.survey(READ).findings())
                .extracting(Finding::code)
                .doesNotContain(FindingCode.MAPPING_TYPE_DIFFERS, FindingCode.SOURCE_UNKNOWN);
    }

    @Test
    void aSourceThatIsWrittenToDoesNotGoWithARunFileThatDoesNotSayFollow() throws ElasticException {
        fixture.saidFollow = Optional.empty();
        // While routing is asked for, a client writes.
        servers.source.whenAsked("GET /cities/_search_shards", () -> servers.sourceNumbers(5));
        assertThat(fixture.blocks()).singleElement().satisfies(finding -> {
            assertThat(finding.topic()).isEqualTo("follow");
            assertThat(finding.what()).contains("is being written to (5 operations");
        });
        fixture.saidFollow = Optional.of(false);
        assertThat(fixture.blocks()).isEmpty();
    }

    @Test
    void aSourceThatWasWrittenToShortlyBeforeIsToldWhereTheRunFileDoesNotSayFollow() throws ElasticException {
        fixture.saidFollow = Optional.empty();
        servers.source.answers(
                "/cities/_stats/translog", 200, "{'_all':{'primaries':{'translog':{'uncommitted_operations':3}}}}");
        assertThat(fixture.survey(READ).findings())
                .anyMatch(finding -> finding.topic().equals("follow")
                        && finding.severity() == Severity.NOTES
                        && finding.what().contains("3 operations"));
    }

    /// `run` is refused for it, whether it follows its source or not.
    @Test
    void anAliasOfSourceAndTargetIsFoundAlsoWhereTheRunIsNotCutOver() throws ElasticException {
        clusters("one", "one");
        inAlias(servers.source, "cities");
        inAlias(servers.target, "v2");
        assertThat(found(FindingCode.TARGET_HAS_SOURCES_ALIAS))
                .singleElement()
                .satisfies(finding -> assertThat(finding.what()).endsWith("put it there when the copy is complete."));
        fixture.saidFollow = Optional.of(true);
        assertThat(found(FindingCode.TARGET_HAS_SOURCES_ALIAS))
                .singleElement()
                .satisfies(finding -> assertThat(finding.what()).endsWith("the cut-over moves it there."));
    }

    @Test
    void aPipelineThatAUserMayNotSeeIsNotSaidToDiffer() throws ElasticException {
        fixture.saidFollow = Optional.of(true);
        clusters("one", "two");
        inAlias(servers.source, "cities");
        servers.source
                .answers("/cities/_alias", 200, "{'cities':{'aliases':{}}}")
                .answers(
                        "/cities",
                        200,
                        "{'cities':{'settings':{'index.uuid':'u','index.number_of_shards':'1',"
                                + "'index.number_of_replicas':'0','index.default_pipeline':'geo'},'mappings':{},"
                                + "'aliases':{}}}")
                .answers("/_ingest/pipeline/geo", 200, "{'geo':{'processors':[]}}");
        assertThat(found(FindingCode.REFERENCE_DIFFERS)).hasSize(1);
        servers.target.answers("/_ingest/pipeline/geo", 403, "{'error':{'type':'security_exception','reason':'no'}}");
        assertThat(found(FindingCode.REFERENCE_DIFFERS)).isEmpty();
        assertThat(found(FindingCode.SWAP_UNKNOWN))
                .anySatisfy(finding -> assertThat(finding.what())
                        .contains("_ingest/pipeline/geo (", "the cluster privilege 'read_pipeline'"));
        fixture.wish = wish(OptionalInt.empty(), 1, Map.of("default_pipeline", StringNode.valueOf("_none")));
        assertThat(found(FindingCode.SWAP_UNKNOWN))
                .noneMatch(finding -> finding.what().contains("_ingest/pipeline/geo"));
    }

    private void clusters(String ofSource, String ofTarget) {
        servers.source.answers("/_cluster/state/version", 200, "{'cluster_uuid':'" + ofSource + "'}");
        servers.target.answers("/_cluster/state/version", 200, "{'cluster_uuid':'" + ofTarget + "'}");
    }

    private static void inAlias(FakeNode node, String index) {
        node.answers("/_cluster/state/blocks,metadata,routing_table/" + index, 200, """
            {'cluster_name':'c','metadata':{'indices':{'%s':{'state':'open','aliases':['prod'],
             'settings':{'index':{'uuid':'u'}}}}},
             'routing_table':{'indices':{'%s':{'shards':{'0':[{'primary':true,'state':'STARTED'}]}}}}}\
            """.formatted(index, index));
    }

    private List<Finding> found(FindingCode code) throws ElasticException {
        return fixture.survey(READ).findings().stream()
                .filter(finding -> finding.code() == code)
                .toList();
    }

    private String aboutCutOver() throws ElasticException {
        return fixture.survey(READ).findings().stream()
                .filter(finding -> finding.topic().equals("cutover"))
                .map(Finding::what)
                .collect(Collectors.joining("\n"));
    }
}
