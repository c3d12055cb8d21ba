package io.shardstream.reader.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.loop.BlockedException;
import io.shardstream.common.shard.CopyIdentity;
import io.shardstream.common.shard.CopyNumbers;
import io.shardstream.common.shard.IndexShards;
import io.shardstream.common.shard.NotPrimaryException;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Where a primary is and what it says of itself, over real HTTP.
class HttpSourceShardTest {
    private SourceShardFixture fixture;
    private FakeSourceNode node;
    private FakeSourceNode other;

    @BeforeEach
    void start() throws IOException {
        fixture = new SourceShardFixture();
        node = fixture.node;
        other = fixture.other;
    }

    @AfterEach
    void stop() {
        fixture.close();
    }

    @Test
    void thePrimaryIsWhereANodeSaysItHasIt() throws Exception {
        PrimaryCopy copy = fixture.locate();

        assertThat(copy.where()).isEqualTo("http://" + node.address());
        assertThat(copy.identity()).isEqualTo(new CopyIdentity(1, "a", FakeSourceNode.UUID, "history", "process-1"));
        assertThat(copy.maxResultWindow()).isEqualTo(10_000);
        assertThat(copy.numbers()).isEqualTo(new CopyNumbers(copy.identity(), 7, 9, 4, 3));
    }

    @Test
    void ofTwoPrimariesTheOneWithTheHigherTermIsRead() throws Exception {
        node.all = List.of(node, other);
        other.primary = true;
        other.term = 2;

        assertThat(fixture.locate().where()).isEqualTo("http://" + other.address());
    }

    @Test
    void aNodeThatDoesNotAnswerIsPassedOver() throws Exception {
        other.close();
        node.all = List.of(other, node);

        assertThat(fixture.locate().where()).isEqualTo("http://" + node.address());
    }

    @Test
    void aPrimaryThatHasNotStartedIsNone() {
        node.state = "INITIALIZING";

        assertThatThrownBy(fixture::locate)
                .isInstanceOf(NotPrimaryException.class)
                .hasMessageContaining("primary of i[1]");
    }

    @Test
    void aPrimaryThatIsBeingMovedAwayIsOne() throws Exception {
        node.state = "RELOCATING";

        assertThat(fixture.locate().identity().term()).isEqualTo(1);
    }

    @Test
    void allShardsThatAskAtOneMomentShareASurveyOfTheNodes() throws Exception {
        IndexShards shards = new IndexShards(fixture.cluster, "source", "i", FakeSourceNode.UUID);
        Callable<PrimaryCopy> locate = () -> new HttpSourceShard(shards, "i", 1, 1000, false).locate();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Future<PrimaryCopy> copy : threads.invokeAll(Collections.nCopies(50, locate))) {
                assertThat(copy.get().identity().term()).isEqualTo(1);
            }
        }

        assertThat(node.requests)
                .filteredOn(request -> request.startsWith("/_nodes/_local/stats"))
                .hasSizeLessThan(25);
    }

    @Test
    void aUserWhoMayNotMonitorTheNodesIsTold() {
        node.statsAnswer = "{\"error\":{\"type\":\"security_exception\",\"reason\":\"no\"},\"status\":403}";

        assertThatThrownBy(fixture::locate)
                .isInstanceOfSatisfying(
                        ElasticException.Refused.class,
                        refused -> assertThat(refused.isOfUser()).isTrue());
    }

    @Test
    void aNodeThatIsNoLongerThePrimaryGivesNoNumbers() throws Exception {
        PrimaryCopy copy = fixture.locate();
        node.primary = false;

        assertThatThrownBy(copy::numbers).isInstanceOf(NotPrimaryException.class);
    }

    @Test
    void aPrimaryThatTellsNoHistoryIsAskedAgain() {
        node.open = false;

        assertThatThrownBy(fixture::locate).isInstanceOf(NotPrimaryException.class);
    }

    @Test
    void aDeletedIndexBlocks() {
        node.gone = true;

        assertThatThrownBy(fixture::locate).isInstanceOf(BlockedException.class).hasMessageContaining("i is gone");
    }

    @Test
    void anIndexThatAStartingNodeDoesNotKnowYetIsAskedForAgain() {
        node.gone = true;
        node.blocks = "\"global\":{\"1\":{\"description\":\"state not recovered / initialized\"}}";

        assertThatThrownBy(fixture::locate).isInstanceOf(ElasticException.Refused.class);
    }

    @Test
    void anIndexThatWasCreatedAgainBlocks() {
        node.settings = "\"index.uuid\":\"uuid-2\"";

        assertThatThrownBy(fixture::locate)
                .isInstanceOf(BlockedException.class)
                .hasMessageContaining("uuid-2")
                .hasMessageContaining(FakeSourceNode.UUID);
    }

    /// C-26: as from something between this process and the server.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"i\":{}}",
                "{\"i\":{\"settings\":{}}}",
                "{\"ok\":true}",
                "[]",
                "{\"x\":{\"settings\":{}}}"
            })
    void anAnswerThatSaysNothingOfTheIndexIsNoOtherIndex(String answer) {
        node.settingsAnswer = answer;

        assertThatThrownBy(fixture::locate).isInstanceOf(ElasticException.Malformed.class);
    }

    @Test
    void anotherIndexOfWhichTheNameIsAnAliasIsNamed() {
        node.settingsAnswer = "{\"j\":{\"settings\":{\"index.uuid\":\"uuid-2\"}}}";

        assertThatThrownBy(fixture::locate)
                .isInstanceOf(BlockedException.class)
                .hasMessageContaining("its uuid is uuid-2");
    }

    @Test
    void aStateWithoutAUuidIsNoOtherIndex() {
        node.uuid = "";

        assertThatThrownBy(fixture::locate).isInstanceOf(NotPrimaryException.class);
    }

    @Test
    void aClosedIndexIsWaitedFor() {
        node.settings += ",\"index.verified_before_close\":\"true\"";

        assertThatThrownBy(fixture::locate)
                .isInstanceOf(NotPrimaryException.class)
                .hasMessageContaining("closed");
    }

    @Test
    void theIndexSaysHowManyDocumentsASearchMayReturn() throws Exception {
        node.settings += ",\"index.max_result_window\":\"500\"";

        assertThat(fixture.locate().maxResultWindow()).isEqualTo(500);
    }

    @Test
    void aUserWhoMayNotRefreshIsAskedForItOnce() throws Exception {
        node.refreshAnswer = "{\"error\":{\"type\":\"security_exception\",\"reason\":\"no\"},\"status\":403}";
        PrimaryCopy copy = fixture.locate();

        copy.refresh();
        copy.refresh();

        assertThat(copy.mayRefresh()).isFalse();
        assertThat(node.requests)
                .filteredOn(request -> request.startsWith("/i/_refresh"))
                .hasSize(1);
    }

    @Test
    void anotherRefusalOfARefreshIsAFailure() throws Exception {
        node.refreshAnswer = "{\"error\":{\"type\":\"cluster_block_exception\",\"reason\":\"no\"},\"status\":403}";
        PrimaryCopy copy = fixture.locate();

        assertThatThrownBy(copy::refresh).isInstanceOf(ElasticException.Refused.class);
        assertThat(copy.mayRefresh()).isTrue();
    }

    @Test
    void aCopyThatMayNotBeRefreshedIsWokenByASearchOfItsOwn() throws Exception {
        node.searches.add("{}");
        PrimaryCopy copy = fixture.locate(false);

        copy.wake();
        copy.refresh();

        assertThat(copy.mayRefresh()).isFalse();
        assertThat(node.requests.getLast())
                .startsWith("/i/_search")
                .contains("preference=_shards:1|_only_local")
                .contains("\"size\":0");
    }

    @Test
    void anIndexThatNeverRefreshesByItselfIsTold() throws Exception {
        node.settings += ",\"index.refresh_interval\":\"-1\"";

        assertThat(fixture.locate().ownRefreshes()).contains("never").contains("POST /i/_refresh");
    }

    @Test
    void theCopySaysWhatADocumentTakesOnItsDisk() throws Exception {
        node.sizes = "{\"nodes\":{\"me\":{\"indices\":{\"shards\":{\"i\":[{\"1\":{\"docs\":{\"count\":4},"
                + "\"store\":{\"size_in_bytes\":4000}}}]}}}}}";
        assertThat(fixture.locate().storedBytes()).isEqualTo(1000);
        node.sizes = "{}";
        assertThat(fixture.locate().storedBytes()).isZero();
    }
}
