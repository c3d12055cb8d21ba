package io.shardstream.control.preflight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.ReplaceIndex;
import io.shardstream.common.contract.record.RunId;
import io.shardstream.common.contract.record.RunPhase;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.contract.record.Throttle;
import io.shardstream.common.contract.record.Trim;
import io.shardstream.common.contract.record.VersionMode;
import io.shardstream.common.contract.routing.ShardRouting;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.shard.TargetOwner;
import io.shardstream.control.index.FakeNode;
import io.shardstream.control.index.target.TargetSettings;
import io.shardstream.control.preflight.sample.SampleResult;
import io.shardstream.control.preflight.server.KafkaFacts;
import io.shardstream.control.preflight.server.TopicFacts;
import io.shardstream.control.run.block.KnownRuns;
import io.shardstream.control.run.plan.RunSettings;
import io.shardstream.control.state.finding.Finding;
import io.shardstream.control.state.finding.FindingCode;
import io.shardstream.control.state.finding.RunRefusedException;
import io.shardstream.control.state.finding.Severity;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.StringNode;

class SurveyTest {
    private static final SampleWish READ = new SampleWish(Duration.ofSeconds(5), false, "x1");
    private static final SampleWish TRY = new SampleWish(Duration.ofSeconds(5), true, "x1");

    private final AtomicLong now = new AtomicLong();
    private SurveyServers servers;
    private Optional<Trim> trim = Optional.of(Trim.NEVER);
    private Supplier<KafkaFacts> kafka = () -> SurveyServers.KAFKA;
    private ReplaceIndex replace = ReplaceIndex.NO;
    private KnownRuns runs = KnownRuns.NONE;
    private Optional<Boolean> saidFollow = Optional.of(false);
    private TargetSettings wish = wish(OptionalInt.empty(), 1, Map.of());

    @BeforeEach
    void start() throws IOException {
        servers = new SurveyServers();
        servers.target.answers(
                "/_nodes",
                200,
                "{'nodes':{'a':{'name':'node-1','version':'9.5.3','roles':['data']},"
                        + "'b':{'name':'node-2','version':'9.5.3','roles':['data']}}}");
        bothDisks(1L << 40);
    }

    @AfterEach
    void stop() {
        servers.close();
    }

    @Test
    void whereNothingSpeaksAgainstItTheRunCanBeDone() throws ElasticException {
        Report report = survey(TRY);
        assertThat(report.findings())
                .filteredOn(finding -> finding.severity() != Severity.NOTES)
                .isEmpty();
        assertThat(report.canBeDone()).isTrue();
        assertThat(report.source()).map(SourceFacts::documents).contains(1L);
        assertThat(report.time()).isPresent();
    }

    @Test
    void numbersInDatesThatTheTargetReadsOtherwiseAreFound() throws ElasticException {
        SurveyServers.version(servers.source, "7.17.29");
        servers.sourceIndex(1, "{'properties':{'at':{'type':'date','format':'epoch_second'}}}");
        servers.source.answersTo(
                "/cities/_search", "exists", 200, SurveyServers.found("{'_id':'a','_source':{'at':1700000005}}", 0));

        assertThat(survey(READ).findings()).extracting(Finding::code).contains(FindingCode.NUMBERS_IN_DATES);
    }

    @Test
    void whatBecomesOfAnIndexThatIsReplacedIsSaid() throws ElasticException {
        replace = ReplaceIndex.WITH_COPY;
        assertThat(aboutCutOver()).contains("cutover.replace-index has no effect");
        saidFollow = Optional.of(true);
        servers.source.answers("/_cluster/state/version", 200, "{'cluster_uuid':'one'}");
        servers.target.answers("/_cluster/state/version", 200, "{'cluster_uuid':'one'}");
        assertThat(aboutCutOver())
                .contains("deletes index 'cities' and makes its name an alias of 'v2'", "'cities-before-...'")
                .doesNotContain("different clusters");
        replace = ReplaceIndex.WITHOUT_WAY_BACK;
        servers.target.answers("/_cluster/state/version", 200, "{'cluster_uuid':'two'}");
        assertThat(aboutCutOver()).contains("'rollback' will not be possible", "different clusters");
    }

    @Test
    void whoElseNeedsAnIndexThatIsReplacedIsSaid() throws ElasticException {
        replace = ReplaceIndex.WITHOUT_WAY_BACK;
        saidFollow = Optional.of(true);
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
        runs = own -> new KnownRuns.Seen(List.of(), Optional.of("run c of the Kafka of " + own + " (no answer)"));

        assertThat(survey(READ).findings())
                .filteredOn(finding -> finding.code() == FindingCode.SOURCE_OF_ANOTHER_RUN)
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.severity()).isEqualTo(Severity.WARNS);
                    assertThat(finding.what())
                            .isEqualTo("The cut-over deletes index 'cities', which is needed by run 'b' (which copies"
                                    + " it into 'other', which has the alias 'Shardstream-b-Write-i').");
                });
        assertThat(aboutCutOver()).doesNotContain("run c");
        assertThat(survey(READ).findings())
                .extracting(Finding::what)
                .contains("Not known: whether another run needs the source index of run c of the Kafka of run (no"
                        + " answer).");

        replace = ReplaceIndex.NO;
        assertThat(survey(READ).findings()).extracting(Finding::code).doesNotContain(FindingCode.SOURCE_OF_ANOTHER_RUN);
    }

    @Test
    void anAliasThatWouldFindFewerDocumentsInTheTargetIsTold() throws ElasticException {
        wish = wish(OptionalInt.of(3), 1, Map.of());
        servers.source
                .answers("/cities/_alias", 200, "{'cities':{'aliases':{'tenant':{'search_routing':'a'},'all':{}}}}")
                .answersTo("/cities/_search", "must_not", 200, SurveyServers.found("", 7));
        assertThat(survey(READ).findings())
                .filteredOn(finding -> finding.code() == FindingCode.ALIAS_FINDS_OTHERS)
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.severity()).isEqualTo(Severity.WARNS);
                    assertThat(finding.what()).contains("alias tenant (with its routing 'a' it finds 7 documents");
                    assertThat(finding.advice()).contains("--accept-difference 'alias:tenant'");
                });

        // Whoever made the only shard, it has all documents.
        wish = wish(OptionalInt.of(1), 1, Map.of());
        assertThat(survey(READ).findings())
                .extracting(Finding::code)
                .doesNotContain(FindingCode.ALIAS_FINDS_OTHERS, FindingCode.ROUTING_UNKNOWN);
    }

    @Test
    void childrenThatWouldNotBeFoundByTheirParentsAreTold() throws ElasticException {
        wish = wish(OptionalInt.of(3), 1, Map.of());
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
        assertThat(survey(READ).findings())
                .filteredOn(finding -> finding.code() == FindingCode.CHILDREN_PARTED)
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.severity()).isEqualTo(Severity.WARNS);
                    assertThat(finding.what()).contains("join field qa (of a sample of 40 children ");
                    assertThat(finding.advice()).contains("--accept-difference 'join:qa'");
                });

        wish = wish(OptionalInt.of(1), 1, Map.of());
        assertThat(survey(READ).findings())
                .extracting(Finding::code)
                .doesNotContain(FindingCode.CHILDREN_PARTED, FindingCode.ROUTING_UNKNOWN);
    }

    @Test
    void aMappingTypeThatTheTargetWouldNotHaveIsTold() throws ElasticException {
        SurveyServers.version(servers.source, "7.17.29");
        servers.source.answers("/cities/_mapping", 200, "{'cities':{'mappings':{'city':{}}}}");
        assertThat(survey(READ).findings())
                .filteredOn(finding -> finding.code() == FindingCode.MAPPING_TYPE_DIFFERS)
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.severity()).isEqualTo(Severity.WARNS);
                    assertThat(finding.what()).contains("mapping type city (the target has _doc:");
                    assertThat(finding.advice()).contains("--accept-difference 'type:city'");
                });

        servers.source.answers("/cities/_mapping", 200, "{'cities':{'mappings':{'_doc':{}}}}");
        assertThat(survey(READ).findings())
                .extracting(Finding::code)
                .doesNotContain(FindingCode.MAPPING_TYPE_DIFFERS, FindingCode.SOURCE_UNKNOWN);
    }

    @Test
    void aSourceThatIsWrittenToDoesNotGoWithARunFileThatDoesNotSayFollow() throws ElasticException {
        saidFollow = Optional.empty();
        // While routing is asked for, a client writes.
        servers.source.whenAsked("GET /cities/_search_shards", () -> servers.sourceNumbers(5));
        assertThat(blocks()).singleElement().satisfies(finding -> {
            assertThat(finding.topic()).isEqualTo("follow");
            assertThat(finding.what()).contains("is being written to (5 operations");
        });
        saidFollow = Optional.of(false);
        assertThat(blocks()).isEmpty();
    }

    @Test
    void aSourceThatWasWrittenToShortlyBeforeIsToldWhereTheRunFileDoesNotSayFollow() throws ElasticException {
        saidFollow = Optional.empty();
        servers.source.answers(
                "/cities/_stats/translog", 200, "{'_all':{'primaries':{'translog':{'uncommitted_operations':3}}}}");
        assertThat(survey(READ).findings())
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
        saidFollow = Optional.of(true);
        assertThat(found(FindingCode.TARGET_HAS_SOURCES_ALIAS))
                .singleElement()
                .satisfies(finding -> assertThat(finding.what()).endsWith("the cut-over moves it there."));
    }

    @Test
    void aPipelineThatAUserMayNotSeeIsNotSaidToDiffer() throws ElasticException {
        saidFollow = Optional.of(true);
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
        wish = wish(OptionalInt.empty(), 1, Map.of("default_pipeline", StringNode.valueOf("_none")));
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
        return survey(READ).findings().stream()
                .filter(finding -> finding.code() == code)
                .toList();
    }

    private String aboutCutOver() throws ElasticException {
        return survey(READ).findings().stream()
                .filter(finding -> finding.topic().equals("cutover"))
                .map(Finding::what)
                .collect(Collectors.joining("\n"));
    }

    @Test
    void nothingIsChangedUnlessWritingMayBeTried() throws ElasticException {
        assertThat(survey(READ).sample()).map(sample -> sample.documents()).contains(1L);
        assertThat(servers.source.requests()).allMatch(SurveyTest::changesNothing);
        assertThat(servers.target.requests()).allMatch(SurveyTest::changesNothing);
    }

    private static boolean changesNothing(String request) {
        return request.startsWith("GET ")
                || request.equals("POST /cities/_search")
                || request.equals("POST /_security/user/_has_privileges")
                || request.equals("POST /_index_template/_simulate")
                || request.startsWith("POST /_index_template/_simulate_index/v2");
    }

    @Test
    void theThrowAwayIndexIsAllThatIsWrittenAndIsDeleted() throws ElasticException {
        survey(TRY);
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
        assertThat(survey(TRY).findings())
                .extracting(Finding::what)
                .contains("Nothing was written to try the target: an index template would give the throw-away index"
                        + " 'v2-shardstream-plan-x1' the aliases products, by which others search and write.");
        assertThat(servers.target.requests()).allMatch(SurveyTest::changesNothing);
    }

    @Test
    void nothingIsWrittenWhereALegacyTemplateWouldDoSo() throws ElasticException {
        servers.target.answers(
                "/_template", 200, "{'a.b':{'index_patterns':['x','v*-plan-*'],'aliases':{'products':{}}}}");
        assertThat(survey(TRY).sample()).map(SampleResult::wrote).contains(false);
        assertThat(servers.target.requests()).allMatch(SurveyTest::changesNothing);
    }

    @Test
    void nothingIsWrittenWhereTemplatesAreNotTold() throws ElasticException {
        servers.target.answers("/_template", 403, "{'error':{'type':'security_exception','reason':'no'}}");
        assertThat(survey(TRY).findings())
                .extracting(Finding::what)
                .anyMatch(what -> what.startsWith("Not known: how fast the target takes documents")
                        && what.endsWith("'manage_index_templates'."));
        assertThat(servers.target.requests()).allMatch(SurveyTest::changesNothing);
    }

    @Test
    void theThrowAwayIndexIsDeletedWhenWritingToItFails() throws ElasticException {
        servers.target.answers("/v2-shardstream-plan-x1-write/_bulk", 500, "{'error':'broken'}");
        assertThat(survey(TRY).findings()).anyMatch(finding -> finding.what().startsWith("Not known: how fast"));
        assertThat(servers.target.requests()).contains("DELETE /v2-shardstream-plan-x1");
    }

    /// A proxy gives up, and the target goes on.
    @ParameterizedTest
    @CsvSource({"504", "502", "409"})
    void aThrowAwayIndexThatMayYetBeMadeIsLookedForAndNamed(int status) throws ElasticException {
        String index = "/v2-shardstream-plan-x1";
        servers.target.answers(index, status, "<html>Time-out</html>");
        servers.target.whenAsked("DELETE " + index, () -> servers.target.answers(index, 200, "{}"));
        assertThat(survey(TRY).findings()).noneMatch(finding -> finding.code() == FindingCode.TRIAL_INDEX_LEFT);

        servers.target.answers(index, status, "<html>Time-out</html>");
        servers.target.whenAsked(
                "DELETE " + index,
                () -> servers.target.answers(index, 404, "{'error':{'type':'index_not_found_exception'}}"));
        assertThat(survey(TRY).findings())
                .filteredOn(finding -> finding.code() == FindingCode.TRIAL_INDEX_LEFT)
                .singleElement()
                .matches(finding ->
                        finding.what().startsWith("The throw-away index 'v2-shardstream-plan-x1' may still be made: "));
    }

    @Test
    void aPageThatAnswers404DoesNotSayThatTheThrowAwayIndexIsGone() throws ElasticException {
        servers.target.answers("DELETE /v2-shardstream-plan-x1", 404, "<html>Not here</html>");
        assertThat(survey(TRY).findings())
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
        assertThat(survey(TRY).findings()).noneMatch(finding -> finding.code() == FindingCode.TRIAL_INDEX_LEFT);
        assertThat(servers.target.requests()).contains("DELETE /v2-shardstream-plan-x1");
    }

    /// Nothing is deleted that was not made.
    @ParameterizedTest
    @CsvSource({"403, security_exception", "429, circuit_breaking_exception", "403, ''"})
    void aThrowAwayIndexThatTheTargetRefusesIsNotDeleted(int status, String type) throws ElasticException {
        servers.target.answers("/v2-shardstream-plan-x1", status, "{'error':{'type':'" + type + "','reason':'no'}}");
        assertThat(survey(TRY).findings()).anyMatch(finding -> finding.what().startsWith("Not known: how fast"));
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
        assertThat(survey(TRY).sample()).map(SampleResult::wrote).contains(true);
        assertThat(servers.target.requests()).contains("DELETE /v2-shardstream-plan-x1");
    }

    @Test
    void tooLittleDiskIsFound() throws ElasticException {
        bothDisks((2L << 40) / 10);
        assertThat(blocks()).extracting(Finding::topic).containsExactly("disk");
    }

    @Test
    void aSourceWithoutSourceIsFound() throws ElasticException {
        servers.sourceIndex(1, "{'_source':{'enabled':false}}");
        assertThat(blocks())
                .extracting(Finding::what)
                .anyMatch(what -> what.startsWith("Source index 'cities' has _so"));
    }

    @Test
    void aMappingConflictInRealDocumentsIsFound() throws ElasticException {
        servers.target.answers(
                "/v2-shardstream-plan-x1-write/_bulk",
                200,
                "{'errors':true,'items':[{'index':{'status':400,'error':{'type':'document_parsing_exception',"
                        + "'reason':'failed to parse field [age] of type [long] in document with id [7]'}}}]}");
        assertThat(survey(TRY).findings())
                .extracting(Finding::what)
                .contains("Mapping conflict: the sample has 1 document, of which the target refuses 1, for example '7':"
                        + " document_parsing_exception: failed to parse field [age] of type [long] in document with id"
                        + " […]");
    }

    @Test
    void aMissingPrivilegeIsFound() throws ElasticException {
        SurveyServers.privileges(servers.target, SurveyServers.target("false"));
        assertThat(blocks())
                .extracting(Finding::what)
                .containsExactly("The user of the target lacks the privilege 'read' on 'v2'.");
    }

    @Test
    void customRoutingWithAnotherTopologyIsFound() throws ElasticException {
        servers.sourceIndex(2, "{}");
        servers.source.answersTo("/cities/_search", "exists", 200, SurveyServers.found("", 5));
        wish = wish(OptionalInt.of(3), 1, Map.of());
        assertThat(blocks())
                .extracting(Finding::what)
                .anyMatch(what -> what.startsWith(
                        "The source has 5 documents with a custom routing, and with 3 shards in the target one"));
    }

    @Test
    void aRetentionThatWouldLoseDocumentsIsFound() throws ElasticException {
        TopicFacts docs = new TopicFacts("shardstream.run.docs", 5, 3, Map.of("retention.ms", "1000"));
        kafka = () -> new KafkaFacts(
                3, OptionalInt.of(25), Map.of("min.insync.replicas", "2"), SurveyServers.ROOMS, List.of(docs), true);
        assertThat(blocks()).extracting(Finding::topic).containsExactly("topics");
    }

    @Test
    void anAsynchronousTranslogWithoutReplicasIsFound() throws ElasticException {
        wish = wish(OptionalInt.empty(), 0, Map.of("translog.durability", StringNode.valueOf("async")));
        assertThat(blocks()).extracting(Finding::topic).containsExactly("durability");
    }

    /// What the docs topic takes is reckoned for the target that will be made.
    @Test
    void aTemplateByWhichTheTargetSyncsLaterLeavesMoreInKafka() throws ElasticException {
        trim = Optional.empty();
        assertThat(survey(TRY).findings())
                .extracting(Finding::what)
                .anyMatch(what -> what.contains("docs.trim written"));
        servers.target.answers(
                "/_index_template/_simulate_index/v2",
                200,
                "{'template':{'settings':{'index':{'translog':{'durability':'async'}}}}}");
        assertThat(survey(TRY).findings())
                .extracting(Finding::what)
                .anyMatch(what -> what.contains("docs.trim verified"))
                .noneMatch(what -> what.contains("docs.trim written"));
    }

    @Test
    void aPipelineThatWouldChangeDocumentsIsFound() throws ElasticException {
        wish = wish(OptionalInt.empty(), 1, Map.of("final_pipeline", StringNode.valueOf("stamp")));
        assertThat(blocks()).extracting(Finding::topic).containsExactly("pipeline");
    }

    @Test
    void aVersionThatIsNotSupportedIsFound() throws ElasticException {
        SurveyServers.version(servers.source, "6.8.23");
        assertThat(blocks()).extracting(Finding::topic).containsExactly("version");
    }

    @Test
    void settingsThatTheTargetRefusesAreFound() throws ElasticException {
        servers.target.answers(
                "/v2-shardstream-plan-x1",
                400,
                "{'error':{'type':'illegal_argument_exception','reason':'unknown setting [index.x]'}}");
        assertThat(survey(TRY).findings())
                .filteredOn(finding -> finding.severity() == Severity.BLOCKS)
                .extracting(Finding::topic)
                .containsExactly("mapping");
    }

    /// Without an index that is made for it, and once only where there is one.
    @Test
    void aTargetThatItsClusterWouldRefuseIsFoundBeforeAnythingIsMade() throws ElasticException {
        String refusal = "{'error':{'type':'illegal_argument_exception','reason':'unknown setting [index.x]'}}";
        servers.target
                .answers("/_index_template/_simulate", 400, refusal)
                .answers("/v2-shardstream-plan-x1", 400, refusal);
        for (SampleWish wish : List.of(READ, TRY)) {
            assertThat(survey(wish).findings())
                    .filteredOn(finding -> finding.severity() == Severity.BLOCKS)
                    .singleElement()
                    .satisfies(finding -> {
                        assertThat(finding.code()).isEqualTo(FindingCode.TARGET_CREATION_REFUSED);
                        assertThat(finding.what())
                                .isEqualTo("The target would refuse to create index 'v2': illegal_argument_exception:"
                                        + " unknown setting [index.x].");
                        assertThat(finding.advice()).startsWith("Change it under target.settings or target.mappings");
                    });
        }
    }

    @Test
    void whetherItWouldBeCreatedIsNotKnownWhereTheClusterDoesNotSay() throws ElasticException {
        servers.target.answers(
                "/_index_template/_simulate", 403, "{'error':{'type':'security_exception','reason':'no'}}");
        assertThat(survey(READ).findings())
                .filteredOn(finding -> finding.code() == FindingCode.TARGET_UNKNOWN)
                .extracting(Finding::what)
                .singleElement()
                .matches(what -> what.startsWith("Not known: whether its cluster would create such an index"));
    }

    @Test
    void aSettingThatTheTargetHasOtherwiseIsFound() throws ElasticException {
        existingTarget();
        servers.source.answers(
                "/cities/_settings",
                200,
                "{'cities':{'settings':{'index.refresh_interval':'30s'},'defaults':{'index.codec':'default'}}}");
        servers.target.answers(
                "/v2/_settings", 200, "{'v2':{'settings':{},'defaults':{'index.refresh_interval':'1s'}}}");
        assertThat(survey(READ).findings())
                .extracting(Finding::what)
                .contains("The target shows what is written at another time: index.refresh_interval (30s → 1s).");
    }

    @Test
    void aBlockOfTheTargetIsFound() throws ElasticException {
        wish = wish(OptionalInt.empty(), 1, Map.of("blocks.write", StringNode.valueOf("true")));
        assertThat(blocks())
                .extracting(Finding::what)
                .containsExactly("The target does not take what the run does to it (index.blocks.write).");
    }

    @Test
    void aTargetThatWasWrittenToIsFound() throws ElasticException {
        existingTarget();
        assertThat(blocks())
                .extracting(Finding::what)
                .singleElement()
                .matches(what -> what.startsWith("The target index 'v2' has held documents before"));
    }

    @Test
    void theOwnTargetOfARunThatWasPreparedIsFine() throws ElasticException {
        existingTarget();
        kafka = () -> new KafkaFacts(
                3, OptionalInt.of(25), Map.of("min.insync.replicas", "2"), SurveyServers.ROOMS, List.of(), true);
        assertThat(blocks()).isEmpty();
    }

    @Test
    void aTargetThatOthersFindByAnAliasIsTold() throws ElasticException {
        existingTarget();
        empty();
        servers.target.answers(
                "/_cluster/state/metadata/v2",
                200,
                "{'metadata':{'indices':{'v2':{'routing_num_shards':1024,'aliases':['other-app']}}}}");
        assertThat(survey(READ).findings())
                .filteredOn(finding -> finding.code() == FindingCode.TARGET_ALIASES)
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.severity()).isEqualTo(Severity.WARNS);
                    assertThat(finding.what()).contains("other-app");
                });
    }

    @Test
    void aTargetOfAnotherRunIsFoundAlsoIfItIsEmpty() throws ElasticException {
        existingTarget();
        empty();
        servers.target.answers(
                "/_cluster/state/metadata/v2",
                200,
                "{'metadata':{'indices':{'v2':{'routing_num_shards':1024,'aliases':['Shardstream-b-Write-x']}}}}");
        assertThat(blocks())
                .extracting(Finding::what)
                .singleElement()
                .matches(what -> what.startsWith("Target index 'v2' belongs to run b: it has the alias"));
    }

    @Test
    void anotherOwnerOfTheTargetOfAPreparedRunIsFound() throws ElasticException {
        existingTarget();
        servers.target.answers(
                "/_cluster/state/metadata/v2",
                200,
                "{'metadata':{'indices':{'v2':{'routing_num_shards':1024,"
                        + "'aliases':['Shardstream-run-Write-x','Shardstream-b']}}}}");
        kafka = () -> new KafkaFacts(
                3,
                OptionalInt.of(25),
                Map.of("min.insync.replicas", "2"),
                SurveyServers.ROOMS,
                List.of(),
                true,
                Optional.of(TargetOwner.beginning("run", new RunId("x", Instant.EPOCH))),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
        assertThat(blocks())
                .extracting(Finding::what)
                .singleElement()
                .matches(what -> what.startsWith("Target index 'v2' belongs to run b, too: it has the alias"));
    }

    /// C-116.
    @Test
    void aRunThatHasEndedIsNotOneThatGoesOn() throws ElasticException {
        existingTarget();
        begun(Phase.COMPLETED, "");
        Report report = survey(TRY);
        assertThat(report.findings())
                .containsExactly(Finding.blocks(
                        FindingCode.RUN_ENDED,
                        "Run run is completed.",
                        "'run' copies nothing more. To copy again, begin a new run under another name, into another"
                                + " target index."));
        assertThat(report.canBeDone()).isFalse();
        assertThat(report.sample()).isEmpty();

        begun(Phase.ABORTED, "production went back to 'cities'");
        assertThat(survey(TRY).findings())
                .containsExactly(Finding.blocks(
                        FindingCode.RUN_ENDED,
                        "Run run is aborted: production went back to 'cities'.",
                        "Begin a new run under another name."));
    }

    @Test
    void aRunThatHasEndedNeedsNoClusters() throws ElasticException {
        begun(Phase.COMPLETED, "");
        servers.source.close();
        servers.target.close();
        assertThat(blocks()).extracting(Finding::code).containsExactly(FindingCode.RUN_ENDED);
    }

    /// C-65.
    @Test
    void aTargetThatIsGoneIsNotMadeAgainByARunThatHasBegun() throws ElasticException {
        begun(Phase.CATCHING_UP, "");
        servers.target.answers("/_cluster/state/blocks,metadata/v2", 200, "{'cluster_name':'c'}");
        assertThat(survey(READ).findings())
                .containsExactly(Finding.blocks(
                        FindingCode.TARGET_GONE,
                        "The target index 'v2' is gone.",
                        "Begin a new run under another name."));
        assertThat(servers.target.requests()).allMatch(SurveyTest::changesNothing);
    }

    @Test
    void aTargetThatOneNodeDoesNotKnowIsNotMadeAgainEither() throws ElasticException {
        begun(Phase.BACKFILL, "");
        servers.target.answers("/_cluster/state/blocks,metadata/v2", 503, "{}");
        assertThat(blocks()).extracting(Finding::code).containsExactly(FindingCode.TARGET_NOT_SEEN);
    }

    @Test
    void indicesThatWereMadeAgainAreFoundOnBothSides() throws ElasticException {
        existingTarget();
        begun(Phase.BACKFILL, "");
        assertThat(survey(READ).findings())
                .extracting(Finding::code)
                .contains(FindingCode.RUN_PREPARED)
                .doesNotContain(FindingCode.SOURCE_MADE_AGAIN, FindingCode.TARGET_MADE_AGAIN);
        begun("s", "other", Phase.BACKFILL, "");
        assertThat(blocks())
                .extracting(Finding::code)
                .containsExactly(FindingCode.SOURCE_MADE_AGAIN, FindingCode.TARGET_MADE_AGAIN);
    }

    @Test
    void aRunFileThatDoesNotBelongToTheRunIsFound() throws ElasticException {
        existingTarget();
        begun(Phase.BACKFILL, "");
        wish = wish(OptionalInt.of(7), 1, Map.of());
        assertThat(blocks()).singleElement().satisfies(finding -> {
            assertThat(finding.code()).isEqualTo(FindingCode.RUN_FILE_DIFFERS);
            assertThat(finding.what()).contains("it says target.shards 7, and the run was planned with");
        });
    }

    private void begun(Phase phase, String why) {
        begun("u", "t", phase, why);
    }

    private void begun(String sourceUuid, String targetUuid, Phase phase, String why) {
        RunPlan plan = new RunPlan(
                "cities",
                sourceUuid,
                1,
                "v2",
                targetUuid,
                new ShardRouting(1, 1024, 1),
                "Shardstream-run-Write-x",
                "docs",
                1000,
                List.of(0L),
                1);
        ControlRecords records = new ControlRecords(
                Map.of(RunPlan.KEY, plan.encode(), RunPhase.KEY, new RunPhase(phase, 1, why).encode()));
        kafka = () -> new KafkaFacts(
                3,
                OptionalInt.of(25),
                Map.of("min.insync.replicas", "2"),
                SurveyServers.ROOMS,
                List.of(),
                true,
                Optional.of(TargetOwner.planned(plan)),
                Optional.empty(),
                Optional.empty(),
                Optional.of(records));
    }

    private void empty() {
        servers.target.answers(
                "/v2/_stats/docs",
                200,
                "{'indices':{'v2':{'shards':{'0':[{'routing':{'state':'STARTED','primary':true},"
                        + "'seq_no':{'max_seq_no':-1}}]}}}}");
    }

    private void existingTarget() {
        servers.target
                .answers("/_resolve/index/v2", 200, "{'indices':[{'name':'v2','attributes':['open']}]}")
                .answers(
                        "/v2",
                        200,
                        "{'v2':{'settings':{'index.uuid':'t','index.number_of_shards':'1'},'mappings':{},'aliases':{}}}")
                .answers(
                        "/_cluster/state/metadata/v2",
                        200,
                        "{'metadata':{'indices':{'v2':{'routing_num_shards':1024}}}}")
                .answers("/v2/_settings", 200, "{'v2':{'settings':{},'defaults':{}}}")
                .answers(
                        "/v2/_stats/docs",
                        200,
                        "{'indices':{'v2':{'shards':{'0':[{'routing':{'state':'STARTED','primary':true},"
                                + "'seq_no':{'max_seq_no':4}}]}}}}");
    }

    @Test
    void howATargetThatIsThereRoutesIsAsked() throws ElasticException {
        servers.sourceIndex(2, "{}");
        existingTarget();
        servers.source
                .answers("/cities/_search_shards", 200, "{'shards':[[{'shard':0}],[{'shard':1}]]}")
                .answersTo("/cities/_search", "exists", 200, SurveyServers.found("", 5));
        servers.target.answers("/v2/_search_shards", 200, "{'shards':[[{'shard':0}]]}");
        assertThat(blocks())
                .extracting(Finding::what)
                .anyMatch(what -> what.startsWith(
                        "The source has 5 documents with a custom routing, and with 1 shard in the target one"));
        assertThat(servers.target.requests()).contains("GET /v2/_search_shards");
    }

    @Test
    void aNodeThatGetsMoreThanItHasRoomForIsFound() throws ElasticException {
        String disk = "{'fs':{'total':{'total_in_bytes':100000000000,'available_in_bytes':";
        servers.target.answers(
                "/_nodes/stats/fs", 200, "{'nodes':{'a':" + disk + "100000000000}}},'b':" + disk + "25000000000}}}}}");
        wish = wish(OptionalInt.empty(), 0, Map.of());
        assertThat(survey(READ).findings())
                .extracting(Finding::what)
                .noneMatch(what -> what.startsWith("Nodes that would get more"));
        wish = wish(OptionalInt.empty(), 1, Map.of());
        assertThat(survey(READ).findings())
                .extracting(Finding::what)
                .anyMatch(what -> what.contains("'node-2' 1 copy of a shard, 20.0 GB, with room for 15.0 GB"));
    }

    @Test
    void shardsAreCountedOverAllTiersButTheFrozenOne() throws ElasticException {
        servers.target
                .answers(
                        "/_nodes",
                        200,
                        "{'nodes':{'a':{'name':'node-1','roles':['data_content']},"
                                + "'b':{'name':'node-2','roles':['data_content','data_hot']},"
                                + "'c':{'name':'node-3','roles':['data_warm']},"
                                + "'d':{'name':'node-4','roles':['data_frozen']},'e':{'name':'node-5','roles':['ingest']}}}")
                .answers("/_cluster/settings", 200, "{'persistent':{'cluster.max_shards_per_node':'2'}}")
                .answers(
                        "/_cat/allocation",
                        200,
                        "[{'node':'node-1','shards':'2'},{'node':'node-4','shards':'16'},{'node':'UNASSIGNED','shards':'1'}]");
        servers.target.answers(
                "/_cluster/health", 200, "{'active_shards':18,'initializing_shards':1,'unassigned_shards':1}");
        assertThat(blocks()).isEmpty();
        servers.target.answers(
                "/_cluster/health", 200, "{'active_shards':18,'initializing_shards':2,'unassigned_shards':1}");
        assertThat(blocks())
                .extracting(Finding::what)
                .containsExactly("The target's cluster has 5 shards, takes 2 on each data node, of which it has 3, and"
                        + " would get 2 more.");
    }

    @Test
    void textThatNobodySearchesIsFound() throws ElasticException {
        servers.sourceIndex(1, "{'properties':{'note':{'type':'text'}}}");
        servers.source.answers(
                "/cities/_field_usage_stats",
                200,
                "{'cities':{'shards':[{'tracking_started_at_millis':0,'stats':{'fields':{}}}]}}");
        assertThat(survey(READ).findings()).extracting(Finding::topic).contains("fields");
    }

    @Test
    void whoMayNotAskWhichTextIsSearchedIsToldSo() throws ElasticException {
        servers.sourceIndex(1, "{'properties':{'note':{'type':'text'}}}");
        assertThat(survey(READ).findings())
                .extracting(Finding::what)
                .anyMatch(what -> what.startsWith("Not known: which text fields of the source nobody searches, for"));
    }

    @Test
    void documentsThatAreTooLargeForTheTargetsHeapAreFound() throws ElasticException {
        servers.sourceIndex(1, "{'_size':{'enabled':true}}");
        servers.source.answersTo(
                "/cities/_search",
                "exists",
                200,
                "{'timed_out':false,'_shards':{'total':1,'successful':1},'hits':{'total':{'value':1},'hits':[{'_id':'7','sort':[3000]}]},'aggregations':{'beyond':{"
                        + "'doc_count':1}}}");
        servers.target.answers("/_nodes/http", 200, "{'nodes':{}}");
        servers.target.answers(
                "/_nodes/jvm", 200, "{'nodes':{'a':{'roles':['data'],'jvm':{'mem':{'heap_max_in_bytes':100000}}}}}");
        assertThat(survey(READ).findings())
                .anyMatch(finding -> finding.what().startsWith("1 document has more than 2.5 kB")
                        && finding.advice().contains("heap"));
    }

    @Test
    void withKafkaAwayAllElseIsToldStill() throws ElasticException {
        kafka = () -> {
            throw new RunRefusedException("Kafka at x:1 does not answer");
        };
        Report report = survey(READ);
        assertThat(report.findings().getFirst())
                .isEqualTo(Finding.blocks(FindingCode.KAFKA_NOT_ANSWERING, "Kafka at x:1 does not answer", ""));
        assertThat(report.target()).isPresent();
    }

    /// It may be this run's own, which nobody should be told to delete.
    @Test
    void withKafkaAwayATargetIsNotCalledAnotherRuns() throws ElasticException {
        kafka = () -> {
            throw new RunRefusedException("Kafka at x:1 does not answer");
        };
        existingTarget();
        servers.target.answers(
                "/_cluster/state/metadata/v2",
                200,
                "{'metadata':{'indices':{'v2':{'routing_num_shards':1024,'aliases':['Shardstream-run-Write-x']}}}}");
        assertThat(survey(READ).findings()).noneMatch(finding -> finding.code() == FindingCode.TARGET_OF_ANOTHER_RUN);
    }

    @Test
    void withTheTargetAwayAllElseIsToldStill() throws ElasticException {
        servers.target.close();
        Report report = survey(READ);
        assertThat(report.findings().getFirst().what()).startsWith("The target cannot be asked: ");
        assertThat(report.source()).isPresent();
        assertThat(report.kafka()).isPresent();
    }

    @Test
    void withTheSourceAwayNothingCanBeSaid() {
        servers.source.close();
        assertThatThrownBy(() -> survey(READ)).isInstanceOf(ElasticException.Unreachable.class);
    }

    @Test
    void whatAServerDoesNotTellIsNotKnown() throws ElasticException {
        servers.source.answers(
                "/_security/user/_has_privileges",
                400,
                "{'error':'no handler found for uri [/_security/user/_has_privileges]'}");
        Report report = survey(READ);
        assertThat(report.canBeDone()).isTrue();
        assertThat(report.findings())
                .anyMatch(finding -> finding.what().startsWith("Not known: what the user of the source may do"));
    }

    private void bothDisks(long available) {
        String disk = "{'fs':{'total':{'total_in_bytes':" + (2L << 40) + ",'available_in_bytes':" + available + "}}}";
        servers.target.answers("/_nodes/stats/fs", 200, "{'nodes':{'a':" + disk + ",'b':" + disk + "}}");
    }

    private List<Finding> blocks() throws ElasticException {
        return survey(READ).findings().stream()
                .filter(finding -> finding.severity() == Severity.BLOCKS)
                .toList();
    }

    private Report survey(SampleWish sample) throws ElasticException {
        RunSettings run = new RunSettings(
                new RunTopics("run"),
                "cities",
                false,
                true,
                VersionMode.SEQNO,
                false,
                wish,
                (short) 3,
                saidFollow,
                Optional.of(""),
                OptionalLong.empty());
        SurveySettings settings = new SurveySettings(
                run,
                OptionalLong.of(10L << 30),
                trim,
                Duration.ofSeconds(6),
                Throttle.NONE,
                false,
                false,
                replace,
                Duration.ofSeconds(1),
                4);
        return new Survey(settings, servers.source.cluster(), servers.target.cluster(), kafka, runs)
                .take(sample, () -> now.addAndGet(1_000_000), () -> false);
    }

    private static TargetSettings wish(OptionalInt shards, int replicas, Map<String, JsonNode> settings) {
        return new TargetSettings("v2", shards, OptionalInt.of(replicas), settings, Optional.empty());
    }
}
