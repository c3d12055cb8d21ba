package io.shardstream.control.index.target;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.contract.record.RunId;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.loop.BlockedException;
import io.shardstream.common.shard.CopyIdentity;
import io.shardstream.common.shard.RunningPrimaries;
import io.shardstream.common.shard.TargetOwner;
import io.shardstream.control.index.FakeNode;
import io.shardstream.control.index.IndexCatalog;
import io.shardstream.control.index.PlannedIndex;
import java.io.IOException;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TargetStateTest {
    private static final TargetOwner OWNER = TargetOwner.beginning("a", new RunId("x", Instant.EPOCH));

    private static final String RUNNING = "/_cluster/state/blocks,metadata,nodes,routing_table/v2";

    private FakeNode node;

    @BeforeEach
    void start() throws IOException {
        node = new FakeNode("target")
                .answers("/_resolve/index/v2", 200, "{'indices':[{'name':'v2','attributes':['open']}]}")
                .answers("/v2/_settings", 200, "{'v2':{'settings':{},'defaults':{}}}")
                .answers("/v2/_stats/docs", 200, "{}")
                .answers(RUNNING, 200, "{'cluster_name':'c'}");
        has("", "'Shardstream-a-Write-x'");
    }

    @AfterEach
    void stop() {
        node.close();
    }

    @Test
    void aTargetOfThisRunAloneHasNoProblem() throws ElasticException {
        assertThat(problem()).isEmpty();
    }

    /// `GET /<index>` may leave out aliases that no role of the user names.
    @Test
    void anotherOwnerIsAProblemThatTheStateOfTheClusterTells() throws ElasticException {
        has("", "'Shardstream-a-Write-x','Shardstream-b-Write-y'");
        assertThat(problem())
                .hasValueSatisfying(sentence -> assertThat(sentence).startsWith("Target index 'v2' belongs to run b"));
    }

    @Test
    void bothProblemsAreTold() throws ElasticException {
        has(",'index.final_pipeline':'p'", "'Shardstream-b-Write-y'");
        assertThat(problem())
                .hasValueSatisfying(sentence ->
                        assertThat(sentence).contains("the final pipeline 'p'").contains("belongs to run b"));
    }

    /// As a snapshot of the target that is restored under another name.
    @Test
    void anotherIndexWithTheWriteAliasKeepsWritesAway() throws ElasticException {
        node.answers(
                "/_alias/Shardstream-a-Write-x",
                200,
                "{'v2':{'aliases':{'Shardstream-a-Write-x':{}}},'v2-copy':{'aliases':{'Shardstream-a-Write-x':{}}}}");

        assertThat(problem()).isEmpty();
        assertThat(state().refusal())
                .contains("Target index 'v2' takes no writes of the run: alias Shardstream-a-Write-x, through which the"
                        + " run writes, is also on 'v2-copy', as after a snapshot of the target was restored with its"
                        + " aliases. Take it away there.");
    }

    @Test
    void whereItsPrimariesRunIsOfOneStateOfTheCluster() throws ElasticException {
        node.answers(RUNNING, 200, """
                {'cluster_name':'c','nodes':{'n1':{'ephemeral_id':'p1'},'n2':{'ephemeral_id':'p2'}},
                 'metadata':{'indices':{'v2':{'primary_terms':{'0':3,'1':4,'2':5},'settings':{'index':{'uuid':'u'}}}}},
                 'routing_table':{'indices':{'v2':{'shards':{
                  '0':[{'primary':false,'node':'n1','allocation_id':{'id':'r'}},
                       {'primary':true,'node':'n2','allocation_id':{'id':'a'}}],
                  '1':[{'primary':true,'node':null}],
                  '2':[{'primary':true,'node':'silent','allocation_id':{'id':'c'}}]}}}}}""");
        assertThat(primaries()).isEqualTo(new RunningPrimaries(Map.of(0, new CopyIdentity(3, "a", "u", "", "p2"))));
    }

    @Test
    void whereItsPrimariesRunIsNotKnownIfTheClusterDoesNotTell() throws ElasticException {
        node.answers(RUNNING, 403, "{'error':{'type':'security_exception','reason':'no'},'status':403}");
        assertThat(primaries()).isEqualTo(RunningPrimaries.NONE);
        node.answers(RUNNING, 200, "{'cluster_name':'c','blocks':{'global':{'1':{'description':'not recovered'}}}}");
        assertThat(primaries()).isEqualTo(RunningPrimaries.NONE);
    }

    private RunningPrimaries primaries() throws ElasticException {
        return TargetState.findWithHistories(node.cluster(), planned("u"), OWNER)
                .orElseThrow()
                .primaries();
    }

    /// C-31: what a run has written to another index is not in this one.
    @Test
    void anotherIndexOfTheNameIsForAPersonToLookAt() {
        assertThatThrownBy(() -> TargetState.findWithHistories(node.cluster(), planned("other"), OWNER))
                .isInstanceOf(BlockedException.class)
                .hasMessage("The target index 'v2' is not the one with which the run began (uuid u instead of other):"
                        + " begin a new run under another name.");
    }

    private static PlannedIndex planned(String uuid) {
        return new PlannedIndex("target", "v2", uuid);
    }

    private Optional<String> problem() throws ElasticException {
        return state().problem();
    }

    private TargetState state() throws ElasticException {
        TargetState state = TargetState.findWithHistories(node.cluster(), planned("u"), OWNER)
                .orElseThrow();
        TargetState briefly =
                TargetState.find(new IndexCatalog(node.cluster()), "v2", OWNER).orElseThrow();
        assertThat(briefly.problem()).isEqualTo(state.problem());
        assertThat(briefly.refusal()).isEqualTo(state.refusal());
        return state;
    }

    private void has(String more, String aliases) {
        node.answers(
                "/v2",
                200,
                "{'v2':{'settings':{'index.uuid':'u','index.number_of_shards':'1'" + more
                        + "},'mappings':{},'aliases':{}}}");
        node.answers(
                "/_cluster/state/metadata/v2",
                200,
                "{'metadata':{'indices':{'v2':{'routing_num_shards':1024,'aliases':[" + aliases + "]}}}}");
    }
}
