package io.shardstream.reader.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.contract.record.Reject;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.elastic.ElasticSettings;
import io.shardstream.common.shard.IndexShards;
import io.shardstream.common.shard.page.Hit;
import io.shardstream.common.shard.page.Page;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What is asked of a point in time and what is made of the answers, over real HTTP.
class HttpSnapshotTest {
    private static final int ENOUGH = 10_000;
    private static final String HEAD = "{\"pit_id\":\"pit-1\",\"timed_out\":false,\"_shards\":{\"total\":1,"
            + "\"successful\":1,\"failed\":0},\"hits\":{\"total\":{\"value\":%d,\"relation\":\"%s\"},\"hits\":[";
    private static final Stretch FIRST = new Stretch(1, 4, Page.NO_POSITION, 2, 3, 7);

    private FakeSourceNode node;
    private ElasticCluster cluster;
    private IndexShards shards;
    private Snapshot snapshot;

    @BeforeEach
    void start() throws Exception {
        node = new FakeSourceNode();
        cluster = ElasticCluster.of(ElasticSettings.open(
                "source", List.of(URI.create("http://" + node.address())), Duration.ofMinutes(5), "test"));
        shards = new IndexShards(cluster, "source", "i", FakeSourceNode.UUID);
        snapshot = open();
    }

    private Snapshot open() throws Exception {
        return new HttpSourceShard(shards, "i", 1, 1000, true).locate().snapshot();
    }

    @AfterEach
    void stop() throws IOException {
        cluster.close();
        node.close();
    }

    @Test
    void itIsOpenedOnThePrimaryAlone() {
        assertThat(node.requests.getLast())
                .startsWith("/i/_pit")
                .contains("keep_alive=")
                .contains("preference=_shards:1|_only_local");
    }

    /// As Elasticsearch 9.5 refuses it with `search.max_keep_alive: 90s`.
    private static String keepAliveRefusal(String limit) {
        return "{\"error\":{\"root_cause\":[{\"type\":\"illegal_argument_exception\",\"reason\":\"Keep alive for"
                + " request (5m) is too large. It must be less than (" + limit
                + "). This limit can be set by changing the"
                + " [search.max_keep_alive] cluster level setting.\"}],\"type\":\"search_phase_execution_exception\","
                + "\"reason\":\"all shards failed\"},\"status\":400}";
    }

    @Test
    void itIsKeptForAsLongAsTheClusterAllows() throws Exception {
        node.refusedPits.add(keepAliveRefusal("1.5m"));
        Snapshot shorter = open();
        assertThat(node.requests.getLast()).startsWith("/i/_pit").contains("keep_alive=90000ms");

        node.searches.add(HEAD.formatted(9, "eq") + hit(5, "{}", 10) + "]}}");
        shorter.read(FIRST, ENOUGH);

        assertThat(node.requests.getLast()).contains("\"keep_alive\":\"90000ms\"");
        assertThat(shorter.kept()).isEqualTo(Duration.ofSeconds(90));
    }

    @Test
    void itIsTouchedByASearchThatBringsNothing() throws Exception {
        node.searches.add(HEAD.formatted(0, "eq") + "]}}");

        snapshot.touch();

        assertThat(snapshot.kept()).isEqualTo(Snapshot.WANTED);
        assertThat(node.requests.getLast())
                .startsWith("/_search")
                .contains("\"size\":0", "\"track_total_hits\":false", "\"pit\":{\"id\":\"pit-1\"", "300000ms");
    }

    @Test
    void aLimitThatIsNoneIsNotTriedAgain() {
        for (String limit : List.of("5m", "0s", "soon")) {
            node.refusedPits.add(keepAliveRefusal(limit));
            int before = node.requests.size();

            assertThatThrownBy(this::open)
                    .isInstanceOf(ElasticException.Refused.class)
                    .hasMessageContaining("Keep alive for request (5m) is too large");

            assertThat(node.requests.subList(before, node.requests.size()))
                    .filteredOn(request -> request.startsWith("/i/_pit"))
                    .hasSize(1);
        }
    }

    @Test
    void theFirstStretchIsCounted() throws Exception {
        node.searches.add(HEAD.formatted(9, "eq") + hit(5, "{}", 10) + "," + hit(4, "{\"a\":1}", 12) + "]}}");

        SnapshotAnswer answer = snapshot.read(FIRST, ENOUGH);

        assertThat(answer.total()).isEqualTo(9);
        assertThat(answer.position()).isEqualTo(12);
        assertThat(answer.isEnd()).isFalse();
        assertThat(answer.answer())
                .isInstanceOfSatisfying(
                        WindowAnswer.Whole.class,
                        whole -> assertThat(whole.hits()).map(Hit::seqNo).containsExactly(5L, 4L));
        assertThat(node.requests.getLast())
                .startsWith("/_search")
                .contains("\"pit\":{\"id\":\"pit-1\"")
                .contains("\"slice\":{\"id\":1,\"max\":4}")
                .contains("\"sort\":[\"_shard_doc\"]")
                .contains("\"gt\":3,\"lte\":7")
                .contains("\"track_total_hits\":true")
                .contains("\"version\":true")
                .doesNotContain("preference")
                .doesNotContain("search_after");
    }

    @Test
    void theNextStretchGoesOnBehindItUncounted() throws Exception {
        node.searches.add(HEAD.formatted(1, "gte") + hit(6, "{}", 13) + "]}}");

        SnapshotAnswer answer = snapshot.read(new Stretch(0, 1, 12, 2, 3, 7), ENOUGH);

        assertThat(answer.total()).isEqualTo(SnapshotAnswer.NOT_TOLD);
        assertThat(answer.isEnd()).isTrue();
        assertThat(node.requests.getLast())
                .contains("\"search_after\":[12]")
                .contains("\"track_total_hits\":1")
                .doesNotContain("slice");
    }

    @Test
    void aStretchThatDoesNotGoOnIsRefused() {
        node.searches.add(HEAD.formatted(1, "gte") + hit(6, "{}", 12) + "]}}");

        assertThatThrownBy(() -> snapshot.read(new Stretch(0, 1, 12, 2, 3, 7), ENOUGH))
                .isInstanceOf(ElasticException.Malformed.class);
    }

    @Test
    void aNumberThatWasNotAskedForIsRefused() {
        node.searches.add(HEAD.formatted(1, "eq") + hit(8, "{}", 12) + "]}}");

        assertThatThrownBy(() -> snapshot.read(FIRST, ENOUGH)).isInstanceOf(ElasticException.Malformed.class);
    }

    @Test
    void aShardThatDoesNotAnswerIsNoEmptyStretch() {
        node.searches.add(HEAD.formatted(0, "eq").replace("\"successful\":1", "\"successful\":0") + "]}}");

        assertThatThrownBy(() -> snapshot.read(FIRST, ENOUGH)).isInstanceOf(ElasticException.Malformed.class);
    }

    @Test
    void documentsThatAreTooLargeOrBreakThePageAreReadInShorterStretches() throws Exception {
        node.searches.add(HEAD.formatted(1, "eq") + hit(5, "{\"a\":1}", 10) + "]}}");
        node.searches.add(HEAD.formatted(1, "eq") + hit(5, "{/**/}", 10) + "]}}");

        assertThat(snapshot.read(FIRST, 100).answer()).isInstanceOf(WindowAnswer.TooLarge.class);
        assertThat(snapshot.read(FIRST, ENOUGH).answer()).isInstanceOf(WindowAnswer.Unreadable.class);
    }

    @Test
    void aDocumentIsReadAloneWhateverItHolds() throws Exception {
        node.searches.add(HEAD.formatted(2, "eq") + "{\"_id\":\"d5\",\"_version\":3,\"_seq_no\":5,\"sort\":[10]}]}}");
        node.searches.add(HEAD.formatted(2, "eq") + hit(5, "{/*}]}}*/}", 10) + "]}}");

        SnapshotAnswer answer = snapshot.readAlone(FIRST.one());

        assertThat(answer.position()).isEqualTo(10);
        assertThat(answer.total()).isEqualTo(2);
        assertThat(answer.answer())
                .isInstanceOfSatisfying(
                        WindowAnswer.Whole.class,
                        whole -> assertThat(whole.hits()).map(Hit::source).containsExactly(Bytes.utf8("{/*}]}}*/}")));
    }

    @Test
    void aDocumentThatIsTooLargeIsNamed() throws Exception {
        node.searches.add(HEAD.formatted(2, "eq") + "{\"_id\":\"d5\",\"_version\":3,\"_seq_no\":5,\"sort\":[10]}]}}");
        node.searches.add(HEAD.formatted(2, "eq") + hit(5, "{\"big\":\"" + "x".repeat(70_000) + "\"}", 10) + "]}}");

        assertThat(snapshot.readAlone(FIRST.one()).answer())
                .isInstanceOfSatisfying(
                        WindowAnswer.Whole.class,
                        whole -> assertThat(whole.unread()).map(Unread::type).containsExactly(Reject.TOO_LARGE));
    }

    @Test
    void theServerIsToldToForgetIt() throws Exception {
        snapshot.close();

        assertThat(node.requests.getLast()).startsWith("/_pit").contains("pit-1");
    }

    private static String hit(long seqNo, String source, long position) {
        return "{\"_index\":\"i\",\"_id\":\"d" + seqNo + "\",\"_version\":3,\"_seq_no\":" + seqNo
                + ",\"_primary_term\":1,\"_score\":null,\"_source\":" + source + ",\"sort\":[" + position + "]}";
    }
}
