package io.shardstream.control.preflight;

import static io.shardstream.control.preflight.SurveyFixture.READ;
import static io.shardstream.control.preflight.SurveyFixture.TRY;
import static io.shardstream.control.preflight.SurveyFixture.wish;
import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.RunId;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.shard.TargetOwner;
import io.shardstream.control.preflight.server.KafkaFacts;
import io.shardstream.control.state.finding.Finding;
import io.shardstream.control.state.finding.FindingCode;
import io.shardstream.control.state.finding.Severity;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.StringNode;

/// A target that is to be made, or is there already.
class TargetSurveyTest {
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
    void settingsThatTheTargetRefusesAreFound() throws ElasticException {
        servers.target.answers(
                "/v2-shardstream-plan-x1",
                400,
                "{'error':{'type':'illegal_argument_exception','reason':'unknown setting [index.x]'}}");
        assertThat(fixture.survey(TRY).findings())
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
            assertThat(fixture.survey(wish).findings())
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
        assertThat(fixture.survey(READ).findings())
                .filteredOn(finding -> finding.code() == FindingCode.TARGET_UNKNOWN)
                .extracting(Finding::what)
                .singleElement()
                .matches(what -> what.startsWith("Not known: whether its cluster would create such an index"));
    }

    @Test
    void aSettingThatTheTargetHasOtherwiseIsFound() throws ElasticException {
        fixture.existingTarget();
        servers.source.answers(
                "/cities/_settings",
                200,
                "{'cities':{'settings':{'index.refresh_interval':'30s'},'defaults':{'index.codec':'default'}}}");
        servers.target.answers(
                "/v2/_settings", 200, "{'v2':{'settings':{},'defaults':{'index.refresh_interval':'1s'}}}");
        assertThat(fixture.survey(READ).findings())
                .extracting(Finding::what)
                .contains("The target shows what is written at another time: index.refresh_interval (30s → 1s).");
    }

    @Test
    void aBlockOfTheTargetIsFound() throws ElasticException {
        fixture.wish = wish(OptionalInt.empty(), 1, Map.of("blocks.write", StringNode.valueOf("true")));
        assertThat(fixture.blocks())
                .extracting(Finding::what)
                .containsExactly("The target does not take what the run does to it (index.blocks.write).");
    }

    @Test
    void aTargetThatWasWrittenToIsFound() throws ElasticException {
        fixture.existingTarget();
        assertThat(fixture.blocks())
                .extracting(Finding::what)
                .singleElement()
                .matches(what -> what.startsWith("The target index 'v2' has held documents before"));
    }

    @Test
    void theOwnTargetOfARunThatWasPreparedIsFine() throws ElasticException {
        fixture.existingTarget();
        fixture.kafka = () -> new KafkaFacts(
                3, OptionalInt.of(25), Map.of("min.insync.replicas", "2"), SurveyServers.ROOMS, List.of(), true);
        assertThat(fixture.blocks()).isEmpty();
    }

    @Test
    void aTargetThatOthersFindByAnAliasIsTold() throws ElasticException {
        fixture.existingTarget();
        empty();
        servers.target.answers(
                "/_cluster/state/metadata/v2",
                200,
                "{'metadata':{'indices':{'v2':{'routing_num_shards':1024,'aliases':['other-app']}}}}");
        assertThat(fixture.survey(READ).findings())
                .filteredOn(finding -> finding.code() == FindingCode.TARGET_ALIASES)
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.severity()).isEqualTo(Severity.WARNS);
                    assertThat(finding.what()).contains("other-app");
                });
    }

    @Test
    void aTargetOfAnotherRunIsFoundAlsoIfItIsEmpty() throws ElasticException {
        fixture.existingTarget();
        empty();
        servers.target.answers(
                "/_cluster/state/metadata/v2",
                200,
                "{'metadata':{'indices':{'v2':{'routing_num_shards':1024,'aliases':['Shardstream-b-Write-x']}}}}");
        assertThat(fixture.blocks())
                .extracting(Finding::what)
                .singleElement()
                .matches(what -> what.startsWith("Target index 'v2' belongs to run b: it has the alias"));
    }

    @Test
    void anotherOwnerOfTheTargetOfAPreparedRunIsFound() throws ElasticException {
        fixture.existingTarget();
        servers.target.answers(
                "/_cluster/state/metadata/v2",
                200,
                "{'metadata':{'indices':{'v2':{'routing_num_shards':1024,"
                        + "'aliases':['Shardstream-run-Write-x','Shardstream-b']}}}}");
        fixture.kafka = () -> new KafkaFacts(
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
        assertThat(fixture.blocks())
                .extracting(Finding::what)
                .singleElement()
                .matches(what -> what.startsWith("Target index 'v2' belongs to run b, too: it has the alias"));
    }

    private void empty() {
        servers.target.answers(
                "/v2/_stats/docs",
                200,
                "{'indices':{'v2':{'shards':{'0':[{'routing':{'state':'STARTED','primary':true},"
                        + "'seq_no':{'max_seq_no':-1}}]}}}}");
    }

    @Test
    void howATargetThatIsThereRoutesIsAsked() throws ElasticException {
        servers.sourceIndex(2, "{}");
        fixture.existingTarget();
        servers.source
                .answers("/cities/_search_shards", 200, "{'shards':[[{'shard':0}],[{'shard':1}]]}")
                .answersTo("/cities/_search", "exists", 200, SurveyServers.found("", 5));
        servers.target.answers("/v2/_search_shards", 200, "{'shards':[[{'shard':0}]]}");
        assertThat(fixture.blocks())
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
        fixture.wish = wish(OptionalInt.empty(), 0, Map.of());
        assertThat(fixture.survey(READ).findings())
                .extracting(Finding::what)
                .noneMatch(what -> what.startsWith("Nodes that would get more"));
        fixture.wish = wish(OptionalInt.empty(), 1, Map.of());
        assertThat(fixture.survey(READ).findings())
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
        assertThat(fixture.blocks()).isEmpty();
        servers.target.answers(
                "/_cluster/health", 200, "{'active_shards':18,'initializing_shards':2,'unassigned_shards':1}");
        assertThat(fixture.blocks())
                .extracting(Finding::what)
                .containsExactly("The target's cluster has 5 shards, takes 2 on each data node, of which it has 3, and"
                        + " would get 2 more.");
    }
}
