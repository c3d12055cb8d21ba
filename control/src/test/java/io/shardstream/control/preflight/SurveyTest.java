package io.shardstream.control.preflight;

import static io.shardstream.control.preflight.SurveyFixture.READ;
import static io.shardstream.control.preflight.SurveyFixture.TRY;
import static io.shardstream.control.preflight.SurveyFixture.wish;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.control.preflight.server.KafkaFacts;
import io.shardstream.control.preflight.server.TopicFacts;
import io.shardstream.control.state.finding.Finding;
import io.shardstream.control.state.finding.FindingCode;
import io.shardstream.control.state.finding.RunRefusedException;
import io.shardstream.control.state.finding.Severity;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.StringNode;

/// What a survey finds in source, target and Kafka, and what it says while one of them is away.
class SurveyTest {
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
    void whereNothingSpeaksAgainstItTheRunCanBeDone() throws ElasticException {
        Report report = fixture.survey(TRY);
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

        assertThat(fixture.survey(READ).findings()).extracting(Finding::code).contains(FindingCode.NUMBERS_IN_DATES);
    }

    @Test
    void tooLittleDiskIsFound() throws ElasticException {
        fixture.bothDisks((2L << 40) / 10);
        assertThat(fixture.blocks()).extracting(Finding::topic).containsExactly("disk");
    }

    @Test
    void aSourceWithoutSourceIsFound() throws ElasticException {
        servers.sourceIndex(1, "{'_source':{'enabled':false}}");
        assertThat(fixture.blocks())
                .extracting(Finding::what)
                .anyMatch(what -> what.startsWith("Source index 'cities' has _so"));
    }

    @Test
    void aMissingPrivilegeIsFound() throws ElasticException {
        SurveyServers.privileges(servers.target, SurveyServers.target("false"));
        assertThat(fixture.blocks())
                .extracting(Finding::what)
                .containsExactly("The user of the target lacks the privilege 'read' on 'v2'.");
    }

    @Test
    void customRoutingWithAnotherTopologyIsFound() throws ElasticException {
        servers.sourceIndex(2, "{}");
        servers.source.answersTo("/cities/_search", "exists", 200, SurveyServers.found("", 5));
        fixture.wish = wish(OptionalInt.of(3), 1, Map.of());
        assertThat(fixture.blocks())
                .extracting(Finding::what)
                .anyMatch(what -> what.startsWith(
                        "The source has 5 documents with a custom routing, and with 3 shards in the target one"));
    }

    @Test
    void aRetentionThatWouldLoseDocumentsIsFound() throws ElasticException {
        TopicFacts docs = new TopicFacts("shardstream.run.docs", 5, 3, Map.of("retention.ms", "1000"));
        fixture.kafka = () -> new KafkaFacts(
                3, OptionalInt.of(25), Map.of("min.insync.replicas", "2"), SurveyServers.ROOMS, List.of(docs), true);
        assertThat(fixture.blocks()).extracting(Finding::topic).containsExactly("topics");
    }

    @Test
    void anAsynchronousTranslogWithoutReplicasIsFound() throws ElasticException {
        fixture.wish = wish(OptionalInt.empty(), 0, Map.of("translog.durability", StringNode.valueOf("async")));
        assertThat(fixture.blocks()).extracting(Finding::topic).containsExactly("durability");
    }

    /// What the docs topic takes is reckoned for the target that will be made.
    @Test
    void aTemplateByWhichTheTargetSyncsLaterLeavesMoreInKafka() throws ElasticException {
        fixture.trim = Optional.empty();
        assertThat(fixture.survey(TRY).findings())
                .extracting(Finding::what)
                .anyMatch(what -> what.contains("docs.trim written"));
        servers.target.answers(
                "/_index_template/_simulate_index/v2",
                200,
                "{'template':{'settings':{'index':{'translog':{'durability':'async'}}}}}");
        assertThat(fixture.survey(TRY).findings())
                .extracting(Finding::what)
                .anyMatch(what -> what.contains("docs.trim verified"))
                .noneMatch(what -> what.contains("docs.trim written"));
    }

    @Test
    void aPipelineThatWouldChangeDocumentsIsFound() throws ElasticException {
        fixture.wish = wish(OptionalInt.empty(), 1, Map.of("final_pipeline", StringNode.valueOf("stamp")));
        assertThat(fixture.blocks()).extracting(Finding::topic).containsExactly("pipeline");
    }

    @Test
    void aVersionThatIsNotSupportedIsFound() throws ElasticException {
        SurveyServers.version(servers.source, "6.8.23");
        assertThat(fixture.blocks()).extracting(Finding::topic).containsExactly("version");
    }

    @Test
    void textThatNobodySearchesIsFound() throws ElasticException {
        servers.sourceIndex(1, "{'properties':{'note':{'type':'text'}}}");
        servers.source.answers(
                "/cities/_field_usage_stats",
                200,
                "{'cities':{'shards':[{'tracking_started_at_millis':0,'stats':{'fields':{}}}]}}");
        assertThat(fixture.survey(READ).findings()).extracting(Finding::topic).contains("fields");
    }

    @Test
    void whoMayNotAskWhichTextIsSearchedIsToldSo() throws ElasticException {
        servers.sourceIndex(1, "{'properties':{'note':{'type':'text'}}}");
        assertThat(fixture.survey(READ).findings())
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
        assertThat(fixture.survey(READ).findings())
                .anyMatch(finding -> finding.what().startsWith("1 document has more than 2.5 kB")
                        && finding.advice().contains("heap"));
    }

    @Test
    void withKafkaAwayAllElseIsToldStill() throws ElasticException {
        fixture.kafka = () -> {
            throw new RunRefusedException("Kafka at x:1 does not answer");
        };
        Report report = fixture.survey(READ);
        assertThat(report.findings().getFirst())
                .isEqualTo(Finding.blocks(FindingCode.KAFKA_NOT_ANSWERING, "Kafka at x:1 does not answer", ""));
        assertThat(report.target()).isPresent();
    }

    /// It may be this run's own, which nobody should be told to delete.
    @Test
    void withKafkaAwayATargetIsNotCalledAnotherRuns() throws ElasticException {
        fixture.kafka = () -> {
            throw new RunRefusedException("Kafka at x:1 does not answer");
        };
        fixture.existingTarget();
        servers.target.answers(
                "/_cluster/state/metadata/v2",
                200,
                "{'metadata':{'indices':{'v2':{'routing_num_shards':1024,'aliases':['Shardstream-run-Write-x']}}}}");
        assertThat(fixture.survey(READ).findings())
                .noneMatch(finding -> finding.code() == FindingCode.TARGET_OF_ANOTHER_RUN);
    }

    @Test
    void withTheTargetAwayAllElseIsToldStill() throws ElasticException {
        servers.target.close();
        Report report = fixture.survey(READ);
        assertThat(report.findings().getFirst().what()).startsWith("The target cannot be asked: ");
        assertThat(report.source()).isPresent();
        assertThat(report.kafka()).isPresent();
    }

    @Test
    void withTheSourceAwayNothingCanBeSaid() {
        servers.source.close();
        assertThatThrownBy(() -> fixture.survey(READ)).isInstanceOf(ElasticException.Unreachable.class);
    }

    @Test
    void whatAServerDoesNotTellIsNotKnown() throws ElasticException {
        servers.source.answers(
                "/_security/user/_has_privileges",
                400,
                "{'error':'no handler found for uri [/_security/user/_has_privileges]'}");
        Report report = fixture.survey(READ);
        assertThat(report.canBeDone()).isTrue();
        assertThat(report.findings())
                .anyMatch(finding -> finding.what().startsWith("Not known: what the user of the source may do"));
    }
}
