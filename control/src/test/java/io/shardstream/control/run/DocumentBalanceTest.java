package io.shardstream.control.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.contract.record.TargetOriginals;
import io.shardstream.common.loop.BlockedException;
import io.shardstream.control.index.FakeNode;
import io.shardstream.control.index.target.TargetReplicas;
import io.shardstream.control.run.plan.Prepared;
import io.shardstream.control.state.RunState;
import io.shardstream.control.state.RunStates;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// The plan has 15 documents, in shards that reached 9 and 4.
class DocumentBalanceTest {

    private FakeNode source;
    private FakeNode target;

    private Instant now = Instant.EPOCH;

    @BeforeEach
    void start() throws IOException {
        source = new FakeNode("source").answers("/cities/_settings", 200, settings("cities", "s"));
        target = new FakeNode("target")
                .answers("/cities-v2/_settings", 200, settings("cities-v2", "t"))
                .answers("/cities-v2/_refresh", 200, "{}");
        sourceReached(9, 4);
        targetHolds(15);
    }

    @AfterEach
    void stop() {
        source.close();
        target.close();
    }

    @Test
    void fewerDocumentsThanAnUntouchedSourceHasAreForAPersonToLookAt() {
        targetHolds(12);
        assertThatThrownBy(() -> inTheEnd(1, 0))
                .isInstanceOf(BlockedException.class)
                .hasMessage(
                        "The target index 'cities-v2' holds 12 documents, the source 15, and of these rejected: 1, missing: 2."
                                + " Compare both before you trust the copy; ids may be under several routings (see"
                                + " source.ids-unique-across-routings).");
    }

    /// C-12.
    @Test
    void rejectsThatKafkaHasLostAreNamedAsWhatIsMissing() {
        targetHolds(12);
        assertThatThrownBy(() -> inTheEnd(1, 2))
                .isInstanceOf(BlockedException.class)
                .hasMessageContaining("rejected: 1, missing: 2. 2 records of rejects are no longer in Kafka")
                .hasMessageContaining("'verify --repair'")
                .hasMessageNotContaining("ids-unique-across-routings");
    }

    @Test
    void rejectedDocumentsAreNotMissing() throws Exception {
        targetHolds(12);
        assertThat(balance().holdsAll(3, 0)).isTrue();
    }

    @Test
    void asManyDocumentsAsTheSourceHadAreWellAndTheSourceIsNotAsked() throws Exception {
        source.close();
        assertThat(balance().holdsAll(0, 0)).isTrue();
    }

    /// Changed or deleted before they were read. What the source has now is not counted: it may be newer.
    @Test
    void documentsThatTheSourceChangedBeforeTheyWereReadAreCounted() throws Exception {
        targetHolds(12);
        sourceReached(9, 5);
        assertThat(overtaken(1)).isEqualTo(2);
    }

    @Test
    void aSourceThatWasMadeAnewIsAnother() throws Exception {
        targetHolds(12);
        source.answers("/cities/_settings", 200, settings("cities", "other"));
        assertThat(overtaken(0)).isEqualTo(3);
    }

    @Test
    void aSourceThatWasWrittenAndOfWhichNothingIsMissingIsWell() throws Exception {
        sourceReached(9, 5);
        DocumentBalance balance = balance();
        assertThat(balance.holdsAll(0, 0)).isTrue();
        assertThat(balance.overtaken()).isZero();
    }

    private long overtaken(long rejected) throws Exception {
        DocumentBalance balance = balance();
        assertThat(balance.holdsAll(rejected, 0)).as("they may be seen later").isFalse();
        now = now.plusSeconds(30);
        assertThat(balance.holdsAll(rejected, 0)).isTrue();
        return balance.overtaken();
    }

    @Test
    void aRunThatLacksDocumentsDoesNotEnd() {
        targetHolds(12);
        RunEnding ending = ending();
        RunState whole = RunStates.state(List.of(), List.of(), List.of(), 0);
        assertThat(ending.isReady(whole)).isFalse();
        now = now.plusSeconds(30);
        assertThatThrownBy(() -> ending.isReady(whole))
                .isInstanceOf(BlockedException.class)
                .hasMessageContaining("missing: 3");
    }

    @Test
    void aTargetThatWasMadeAnewIsForAPersonToLookAt() {
        target.answers("/cities-v2/_settings", 200, settings("cities-v2", "other"));
        assertThatThrownBy(() -> ending().isReady(RunStates.state(List.of(), List.of(), List.of(), 0)))
                .isInstanceOf(BlockedException.class)
                .hasMessageContaining("is not the one that this run wrote to")
                .hasMessageContaining("Leave that index to whoever made it.")
                .hasMessageNotContaining("delete the");
    }

    @Test
    void aShardThatDoesNotAnswerIsAskedAgain() {
        target.answers("/cities-v2/_search", 200, "{'timed_out':false,'_shards':{'total':2,'successful':1}}");
        assertThat(ending().isReady(RunStates.state(List.of(), List.of(), List.of(), 0)))
                .isFalse();
    }

    /// Where a replica gets its segments after the refresh.
    @Test
    void documentsThatAreSeenALittleLaterAreNotMissing() throws Exception {
        DocumentBalance balance = balance();
        targetHolds(12);
        assertThat(balance.holdsAll(0, 0)).isFalse();
        assertThat(balance.isDue()).isFalse();
        now = now.plusSeconds(20);
        assertThat(balance.isDue()).isTrue();
        targetHolds(15);
        assertThat(balance.holdsAll(0, 0)).isTrue();
        targetHolds(14);
        now = now.plusSeconds(20);
        assertThat(balance.holdsAll(0, 0)).isFalse();
    }

    /// Another controller may have looked after the run for hours meanwhile.
    @Test
    void whatWasShortWhenThisControllerLookedBeforeIsNotShortSinceThen() throws Exception {
        RunEnding ending = ending();
        RunState whole = RunStates.state(List.of(), List.of(), List.of(), 0);
        targetHolds(12);
        assertThat(ending.isReady(whole)).isFalse();
        now = now.plusSeconds(3600);
        ending.begin();
        assertThat(ending.isReady(whole)).isFalse();
        now = now.plusSeconds(30);
        assertThatThrownBy(() -> ending.isReady(whole)).isInstanceOf(BlockedException.class);
    }

    private void inTheEnd(long rejected, long lost) throws Exception {
        DocumentBalance balance = balance();
        assertThat(balance.holdsAll(rejected, lost)).isFalse();
        now = now.plusSeconds(30);
        boolean _ = balance.holdsAll(rejected, lost);
    }

    private DocumentBalance balance() {
        return new DocumentBalance(RunStates.PLAN, source.cluster(), target.cluster(), () -> now);
    }

    private RunEnding ending() {
        return new RunEnding(
                "x",
                new Prepared(RunStates.PLAN, new TargetOriginals(null), false),
                source.cluster(),
                target.cluster(),
                ReplicasAtEnd.of(
                        RunStates.PLAN,
                        TargetReplicas.AS_SOURCE,
                        source.cluster(),
                        target.cluster(),
                        () -> Instant.EPOCH),
                () -> now);
    }

    private static String settings(String index, String uuid) {
        return "{'" + index + "':{'settings':{'index.uuid':'" + uuid + "'}}}";
    }

    private void targetHolds(long documents) {
        target.answers(
                "/cities-v2/_search",
                200,
                "{'timed_out':false,'_shards':{'total':2,'successful':2},'hits':{'total':{'value':" + documents
                        + "}}}");
    }

    private void sourceReached(long first, long second) {
        source.answers(
                "/cities/_stats/docs",
                200,
                "{'indices':{'cities':{'shards':{'0':[" + primary(first) + "],'1':[" + primary(second) + "]}}}}");
    }

    private static String primary(long highest) {
        return "{'routing':{'state':'STARTED','primary':true},'seq_no':{'max_seq_no':" + highest
                + ",'global_checkpoint':" + highest + "}}";
    }
}
