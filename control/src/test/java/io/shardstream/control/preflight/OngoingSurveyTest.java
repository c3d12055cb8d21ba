package io.shardstream.control.preflight;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.ReplaceIndex;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.contract.record.Throttle;
import io.shardstream.common.contract.record.VersionMode;
import io.shardstream.common.contract.routing.ShardRouting;
import io.shardstream.common.shard.TargetOwner;
import io.shardstream.control.index.Server;
import io.shardstream.control.index.server.ClusterSettings;
import io.shardstream.control.index.target.TargetSettings;
import io.shardstream.control.run.block.KnownRuns;
import io.shardstream.control.run.plan.RunSettings;
import io.shardstream.control.state.finding.Finding;
import io.shardstream.control.state.finding.FindingCode;
import io.shardstream.control.state.finding.FindingList;
import io.shardstream.control.state.finding.Severity;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class OngoingSurveyTest {
    private static final JsonMapper JSON = new JsonMapper();
    private static final ClusterFacts ELASTICSEARCH =
            new ClusterFacts(new Server(Server.ELASTICSEARCH, "9.5.3"), List.of(), ClusterSettings.NONE, 0);
    private static final RunPlan PLAN = new RunPlan(
            "cities",
            "s",
            1,
            "v2",
            "t",
            new ShardRouting(1, 1024, 1),
            "Shardstream-run-Write-x",
            "docs",
            10 << 20,
            List.of(9L),
            15);

    private SurveyServers servers;
    private ClusterFacts server = ELASTICSEARCH;
    /// What the source is, if it is something else.
    private Optional<ClusterFacts> older = Optional.empty();
    private boolean follow;
    private boolean isFilled;
    private OptionalInt whileCopying = OptionalInt.empty();

    @BeforeEach
    void start() throws IOException {
        servers = new SurveyServers();
        mayAll();
        targetIs("'index.number_of_replicas':'1','index.refresh_interval':'30s'", "{}");
        servers.target
                .answers("/_nodes/http", 200, "{}")
                .answers("/_resolve/index/v2", 200, "{'indices':[{'name':'v2','attributes':['open']}]}")
                .answers(
                        "/_cluster/state/metadata/v2",
                        200,
                        "{'metadata':{'indices':{'v2':{'routing_num_shards':1024}}}}")
                .answers("/v2/_settings", 200, "{'v2':{'settings':{},'defaults':{}}}");
    }

    @AfterEach
    void stop() {
        servers.close();
    }

    private void mayAll() {
        SurveyServers.privileges(servers.target, mayAllBut("nothing"));
    }

    private static String mayAllBut(String privilege) {
        TargetOwner owner = TargetOwner.planned(PLAN);
        return "'v2':{'manage':true,'index':true,'delete':true,'read':true},'" + owner.allAliases()
                + "':{'manage':true},'" + owner.writeAliases()
                + "':{'index':true,'delete':true}".replace("'" + privilege + "':true", "'" + privilege + "':false");
    }

    private void targetIs(String settings, String mappings) {
        servers.target.answers(
                "/v2",
                200,
                "{'v2':{'settings':{'index.uuid':'t','index.number_of_shards':'1'," + settings + "},'mappings':"
                        + mappings + ",'aliases':{}}}");
    }

    @Test
    void nothingIsFoundWhereNothingHasChangedAndNoDocumentIsAskedFor() {
        assertThat(found()).isEmpty();
        assertThat(servers.source.requests())
                .noneMatch(request -> request.contains("_search") || request.contains("_count"));
        assertThat(servers.target.requests()).noneMatch(request -> request.contains("_search"));
    }

    @Test
    void aPrivilegeThatWasTakenAwayIsMissed() {
        SurveyServers.privileges(
                servers.source, "'cities':{'read':true,'view_index_metadata':true,'maintenance':true}");
        SurveyServers.privileges(servers.target, mayAllBut("delete"));
        assertThat(found()).containsExactly("privilege-missing", "privilege-missing");
    }

    @Test
    void whatIsNotToldIsNotKnown() {
        servers.source.answers("/_security/user/_has_privileges", 403, "{}").answers("/cities", 403, "{}");
        servers.target.answers("/_nodes/http", 403, "{}");
        assertThat(found()).containsExactly("privileges-unknown", "source-unknown", "document-sizes-unknown");
    }

    @Test
    void aSourceThatIsGoneIsMissed() {
        servers.source.answers("/cities", 404, "{}").answers("/_resolve/index/cities", 200, "{'indices':[]}");
        assertThat(found()).contains("source-missing");
    }

    @Test
    void whatSomebodyHasChangedIsToldAndWhatTheRunFileSaysIsNot() {
        servers.source.answers(
                "/cities",
                200,
                "{'cities':{'settings':{'index.uuid':'u','index.number_of_shards':'1','index.number_of_replicas':'0',"
                        + "'index.refresh_interval':'30s','index.lifecycle.name':'old','index.max_result_window':'100'},"
                        + "'mappings':{'properties':{'age':{'type':'long'},'city':{'type':'text'}}},'aliases':{}}}");
        targetIs(
                "'index.number_of_replicas':'1','index.refresh_interval':'30s','index.codec':'best_compression',"
                        + "'index.max_result_window':'10'",
                "{'properties':{'age':{'type':'keyword'},'city':{'type':'keyword'}}}");
        assertThat(found()).containsExactly("source-under-lifecycle", "smaller-searches-taken", "field-type-differs");
        assertThat(all())
                .filteredOn(finding -> finding.code().label().equals("field-type-differs"))
                .singleElement()
                .satisfies(finding -> assertThat(finding.what()).contains("age").doesNotContain("city"));
    }

    /// Neither index says with which version it was made.
    @Test
    void newFieldsThatBecomeVectorsInTheTargetOnlyAreTold() {
        older = Optional.of(
                new ClusterFacts(new Server(Server.ELASTICSEARCH, "7.17.29"), List.of(), ClusterSettings.NONE, 0));
        assertThat(all())
                .filteredOn(finding -> finding.code() == FindingCode.NEW_FIELDS_DIFFER)
                .singleElement()
                .satisfies(finding -> assertThat(finding.what()).contains("dense_vector in the target"));
    }

    @Test
    void replicasThatAreMissingOnPurposeAreNotToldUntilTheBackfillIsDone() {
        targetIs("'index.number_of_replicas':'0','index.refresh_interval':'30s'", "{}");
        assertThat(found()).contains("no-replicas");
        whileCopying = OptionalInt.of(0);
        assertThat(found()).isEmpty();
        isFilled = true;
        assertThat(found()).contains("no-replicas");
    }

    /// The run file asked for it, and the run works.
    @Test
    void whatStopsNothingWhileTheRunCopiesIsOnlyWarnedOf() {
        targetIs(
                "'index.number_of_replicas':'0','index.refresh_interval':'30s','index.translog.durability':'async'",
                "{}");
        assertThat(all())
                .filteredOn(finding -> finding.code() == FindingCode.TRANSLOG_ASYNC_WITHOUT_REPLICAS)
                .singleElement()
                .returns(Severity.WARNS, Finding::severity);
    }

    @Test
    void aTargetThatTakesSmallerRequestsThanAtTheBeginningIsTold() {
        servers.target.answers("/_nodes/http", 200, "{'nodes':{'a':{'http':{'max_content_length_in_bytes':1048576}}}}");
        assertThat(found()).containsExactly("document-limit-lowered");
    }

    @Test
    void ofARunThatIsToBeCutOverItIsAskedAlsoWhatTheSwapNeeds() {
        follow = true;
        assertThat(found()).containsExactly("privilege-missing", "swap-unknown");
    }

    /// Minutes after the target was made.
    @Test
    void aPolicyThatHasAttachedItselfIsTold() {
        server = new ClusterFacts(new Server(Server.OPENSEARCH, "3.8.0"), List.of(), ClusterSettings.NONE, 0);
        servers.source.answers(
                "/_plugins/_ism/explain/cities",
                200,
                "{'cities':{'index.plugins.index_state_management.policy_id':'days'}}");
        servers.target.answers(
                "/_plugins/_ism/explain/v2", 200, "{'v2':{'index.plugins.index_state_management.policy_id':'days'}}");
        assertThat(found()).contains("source-under-lifecycle", "target-under-lifecycle");
        servers.target.answers("/_plugins/_ism/explain/v2", 403, "{}");
        assertThat(found()).contains("target-unknown").doesNotContain("target-under-lifecycle");
    }

    private List<String> found() {
        return all().stream().map(finding -> finding.code().label()).toList();
    }

    private List<Finding> all() {
        FindingList findings = new FindingList();
        new OngoingSurvey(settings(), servers.source.cluster(), servers.target.cluster(), KnownRuns.NONE, findings)
                .look(PLAN, isFilled, older.orElse(server), server);
        return findings.worstFirst();
    }

    private SurveySettings settings() {
        Map<String, JsonNode> wanted = Map.of("codec", JSON.readTree("\"best_compression\""));
        Optional<JsonNode> mappings = Optional.of(JSON.readTree("{\"properties\":{\"city\":{\"type\":\"keyword\"}}}"));
        TargetSettings wish = new TargetSettings("v2", OptionalInt.empty(), OptionalInt.of(1), wanted, mappings)
                .withReplicasWhileCopying(whileCopying);
        RunSettings run = new RunSettings(
                new RunTopics("run"),
                "cities",
                false,
                true,
                VersionMode.SEQNO,
                false,
                wish,
                (short) 3,
                Optional.of(follow),
                Optional.of(""),
                OptionalLong.empty());
        return new SurveySettings(
                run,
                OptionalLong.empty(),
                Optional.empty(),
                Duration.ofSeconds(6),
                Throttle.NONE,
                false,
                false,
                ReplaceIndex.NO,
                Duration.ofSeconds(1),
                4);
    }
}
