package io.shardstream.control.run.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.contract.record.Agreed;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.RunPhase;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.contract.record.Step;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.control.index.FakeNode;
import io.shardstream.control.index.IndexCatalog;
import io.shardstream.control.index.IndexDescription;
import io.shardstream.control.index.target.TargetSettings;
import io.shardstream.control.run.cutover.Cutover;
import io.shardstream.control.state.RunStates;
import io.shardstream.control.state.finding.RunRefusedException;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class BegunRunTest {
    private static final RunPlan PLAN = RunStates.PLAN;
    private static final String STATE = "/_cluster/state/blocks,metadata/";

    private FakeNode source;
    private FakeNode target;
    private String sourceIndex = PLAN.sourceIndex();
    private String sourceCluster = "";
    private String targetCluster = "";
    private boolean isSwapped;

    @BeforeEach
    void start() throws IOException {
        source = new FakeNode("source");
        target = new FakeNode("target");
    }

    @AfterEach
    void stop() {
        source.close();
        target.close();
    }

    @Test
    void aCompletedRunIsKnownByItsPlanAlone() {
        assertThat(begun(Phase.COMPLETED).ended()).hasValueSatisfying(run -> {
            assertThat(run.plan()).isEqualTo(PLAN);
            assertThat(run.completed()).isTrue();
        });
        assertThat(source.requests()).isEmpty();
        assertThat(target.requests()).isEmpty();
    }

    @Test
    void aRunThatWasGivenUpIsRefusedBeforeAnythingElseIsSaid() {
        sourceIndex = "other";
        assertThatThrownBy(() -> begun(Phase.ABORTED).ended())
                .isInstanceOf(RunRefusedException.class)
                .hasMessage("Run run is aborted: somebody said so. Choose another run name to begin again.");
    }

    @Test
    void aRunFileOfAnotherRunDoesNotGetACompletedOne() {
        sourceIndex = "other";
        assertThatThrownBy(() -> begun(Phase.COMPLETED).ended())
                .isInstanceOf(RunRefusedException.class)
                .hasMessageContaining("does not belong to run run");
    }

    @Test
    void aRunThatGoesOnHasNotEnded() {
        assertThat(begun(Phase.BACKFILL).ended()).isEmpty();
    }

    @Test
    void itsTargetIsTheIndexWithWhichItBegan() throws ElasticException {
        has(source, PLAN.sourceIndex(), PLAN.sourceUuid());
        has(target, PLAN.targetIndex(), PLAN.targetUuid());
        assertThat(begun(Phase.BACKFILL).target(from()).uuid()).isEqualTo(PLAN.targetUuid());

        has(target, PLAN.targetIndex(), "other");
        assertRefused("is not the one with which the run began (uuid other instead of t)");
        has(target, PLAN.targetIndex(), PLAN.targetUuid());
        has(source, PLAN.sourceIndex(), "other");
        assertRefused("The source index 'cities' is not the one with which the run began");
    }

    @Test
    void aTargetIsGoneWhereTheMasterSaysSo() throws ElasticException {
        has(source, PLAN.sourceIndex(), PLAN.sourceUuid());
        target.answers(STATE + "cities-v2", 200, "{'cluster_name':'c'}");
        assertRefused("The target index 'cities-v2' is gone: begin a new run under another name.");
        target.answers(STATE + "cities-v2", 200, "{'cluster_name':'c','blocks':{'global':{'1':{}}}}");
        assertRefused("it is not certain that the index is gone");
    }

    @Test
    void whyTheSourceOfARunThatGoesOnCannotBeUsedIsSaid() throws ElasticException {
        RunRefusedException refusal = new RunRefusedException("There is no index 'cities'.");
        source.answers(STATE + "cities", 200, "{'cluster_name':'c'}");
        assertThat(begun(Phase.BACKFILL).withoutSource(refusal))
                .hasMessage("The source index 'cities' is gone: restore it, and begin a new run under another name.");
        source.answers(STATE + "cities", 503, "{}");
        assertThat(begun(Phase.BACKFILL).withoutSource(refusal)).hasMessageContaining("try again in a minute");
        has(source, PLAN.sourceIndex(), PLAN.sourceUuid());
        assertThat(begun(Phase.BACKFILL).withoutSource(refusal)).isSameAs(refusal);
    }

    /// Writes of production may be refused: whoever controls the run lets them in, and does not end for what is
    /// missing.
    @Test
    void aRunThatIsBeingCutOverNeedsNeitherIndexNorServer() {
        source.answers(STATE + "cities", 200, "{'cluster_name':'c'}");
        target.close();

        assertThat(begun(Phase.CUTTING_OVER).cuttingOver()).hasValueSatisfying(run -> {
            assertThat(run.plan()).isEqualTo(PLAN);
            assertThat(run.completed()).isFalse();
        });
        assertThat(begun(Phase.CATCHING_UP).cuttingOver()).isEmpty();
    }

    @Test
    void aRunFileOfAnotherRunOrClusterDoesNotGetOneThatIsBeingCutOver() {
        sourceCluster = "here";
        source.answers(STATE + "cities", 200, "{'cluster_name':'c','cluster_uuid':'elsewhere','metadata':{}}");
        assertThatThrownBy(() -> begun(Phase.CUTTING_OVER).cuttingOver())
                .isInstanceOf(RunRefusedException.class)
                .hasMessageContaining("source.nodes");
        sourceIndex = "other";
        assertThatThrownBy(() -> begun(Phase.CUTTING_OVER).cuttingOver())
                .isInstanceOf(RunRefusedException.class)
                .hasMessageContaining("does not belong to run run");
    }

    /// The source is given back without it, unless production may have been moved to it.
    @Test
    void aTargetsClusterThatHasLostItsDataDoesNotKeepASourceBlocked() {
        sourceCluster = "here";
        targetCluster = "there";
        source.answers(STATE + "cities", 200, "{'cluster_name':'c','cluster_uuid':'here','metadata':{}}");
        target.answers(STATE + "cities-v2", 200, "{'cluster_name':'c','cluster_uuid':'anew','metadata':{}}");
        assertThat(begun(Phase.CUTTING_OVER).cuttingOver()).isPresent();

        target.answers(
                STATE + "cities-v2",
                200,
                "{'cluster_name':'c','cluster_uuid':'anew','metadata':{'indices':{'cities-v2':{'settings':"
                        + "{'index':{'uuid':'other'}}}}}}");
        assertThat(begun(Phase.CUTTING_OVER).cuttingOver()).isPresent();
        isSwapped = true;
        assertThatThrownBy(() -> begun(Phase.CUTTING_OVER).cuttingOver())
                .isInstanceOf(RunRefusedException.class)
                .hasMessageContaining("target.nodes");
    }

    /// An abort opens the source all the same; a cut-over would go on in the wrong cluster.
    @Test
    void aCutOverBetweenAClusterAndItsCloneIsNotTakenOver() {
        sourceCluster = "one";
        targetCluster = "one";
        source.answers(STATE + "cities", 200, "{'cluster_name':'c','cluster_uuid':'one','metadata':{}}")
                .answers("/_cluster/state/nodes", 200, "{'cluster_uuid':'one','nodes':{'a':{'ephemeral_id':'1'}}}");
        target.answers(STATE + "cities-v2", 200, "{'cluster_name':'c','cluster_uuid':'one','metadata':{}}")
                .answers("/_cluster/state/nodes", 200, "{'cluster_uuid':'one','nodes':{'a':{'ephemeral_id':'2'}}}");
        assertThatThrownBy(() -> begun(Phase.CUTTING_OVER).cuttingOver())
                .isInstanceOf(RunRefusedException.class)
                .hasMessageContaining("two clusters that have one cluster_uuid");

        List<String> warnings = new ArrayList<>();
        Agreement.requireToGiveBack(said(Phase.CUTTING_OVER), source.cluster(), target.cluster(), warnings::add);
        assertThat(warnings).isEmpty();
    }

    private void assertRefused(String part) throws ElasticException {
        IndexDescription from = from();
        assertThatThrownBy(() -> begun(Phase.CATCHING_UP).target(from))
                .isInstanceOf(RunRefusedException.class)
                .hasMessageContaining(part);
    }

    private IndexDescription from() throws ElasticException {
        return new IndexCatalog(source.cluster()).get(PLAN.sourceIndex());
    }

    private static void has(FakeNode node, String index, String uuid) {
        node.answers("/_resolve/index/" + index, 200, "{'indices':[{'name':'" + index + "','attributes':['open']}]}")
                .answers(
                        "/" + index,
                        200,
                        "{'" + index + "':{'settings':{'index.uuid':'" + uuid
                                + "','index.number_of_shards':'1'},'mappings':{},'aliases':{}}}")
                .answers(
                        "/_cluster/state/metadata/" + index,
                        200,
                        "{'metadata':{'indices':{'" + index + "':{'routing_num_shards':1024}}}}");
    }

    private BegunRun begun(Phase phase) {
        RunSettings file = new RunSettings(
                new RunTopics("run"),
                sourceIndex,
                false,
                true,
                PLAN.reading().versions(),
                false,
                new TargetSettings(
                        PLAN.targetIndex(), OptionalInt.empty(), OptionalInt.empty(), Map.of(), Optional.empty()),
                (short) 3,
                Optional.of(false),
                Optional.of(""),
                OptionalLong.empty());
        return new BegunRun(file, source.cluster(), target.cluster(), said(phase));
    }

    private ControlRecords said(Phase phase) {
        Map<String, byte[]> said = new HashMap<>(Map.of(
                RunPlan.KEY,
                PLAN.encode(),
                RunPhase.KEY,
                new RunPhase(phase, 1, phase == Phase.ABORTED ? "somebody said so" : "").encode(),
                Agreed.KEY,
                new Agreed(false, "", sourceCluster, targetCluster).encode()));
        if (isSwapped) {
            Step swap = new Step("cutover-1", 1, 1, Cutover.SWAP, false, "", Instant.EPOCH);
            said.put(swap.key(), swap.encode());
        }
        return new ControlRecords(said);
    }
}
