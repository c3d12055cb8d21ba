package io.shardstream.control.compare.scan;

import static io.shardstream.control.compare.scan.FakeShard.numbers;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.contract.record.Side;
import io.shardstream.common.contract.record.Throttle;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.runfile.ThrottleText;
import io.shardstream.common.shard.CopyIdentity;
import io.shardstream.common.shard.ElectedPrimary;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// What is asked of a shard for its numbers and what is made of the answers, over real HTTP.
class HttpScannedCopyTest {
    private FakeShard node;

    @BeforeEach
    void start() throws IOException {
        node = new FakeShard();
    }

    @AfterEach
    void stop() throws IOException {
        node.close();
    }

    @Test
    void windowsThatHoldTooMuchAreReadInHalves() throws Exception {
        node.holds(40);
        node.holds("twin", "", 7, "{}");

        assertThat(node.live(4, 38)).hasSize(35).containsOnlyOnceElementsOf(numbers(8, 38));
    }

    @Test
    void aRequestThatIsLostCostsItsWindowAlone() throws Exception {
        node.holds(40);
        AtomicInteger asked = new AtomicInteger();
        node.answered = answer -> asked.incrementAndGet() == 3 ? "503" : answer;

        assertThat(node.live(-1, 39)).isEqualTo(numbers(0, 39));

        assertThat(node.searches).hasSize(5);
    }

    @Test
    void aWindowThatIsLostAgainAndAgainEndsTheScan() {
        node.holds(40);
        node.answered = _ -> "503";

        assertThatThrownBy(() -> node.live(-1, 9)).isInstanceOf(ElasticException.Refused.class);

        assertThat(node.searches).hasSize(3);
    }

    @Test
    void eachSearchWaitsForItsTurnAndNothingElseDoes() throws Exception {
        AtomicReference<Instant> now = new AtomicReference<>(Instant.EPOCH);
        Throttle nothing = ThrottleText.changed(Throttle.NONE, Map.of("total", "0b"));
        node.pace = new ScanPace(
                Side.SOURCE,
                () -> ControlRecords.NONE,
                nothing,
                now::get,
                time -> now.updateAndGet(at -> at.plus(time)));
        node.holds(3);

        // It asks for a setting of the index too.
        assertThat(node.live(-1, 2)).hasSize(3);
        assertThat(node.searches).hasSize(1);
        assertThat(now).hasValue(Instant.EPOCH.plusSeconds(10));
    }

    @Test
    void noMoreIsAskedForThanFitsIntoAnAnswer() throws Exception {
        node.maxResultWindow = 5_000_000;
        node.holds(3);

        assertThat(node.live(-1, 2)).hasSize(3);

        assertThat(node.searches.getFirst().path("size").asInt()).isEqualTo(50_000);
    }

    @Test
    void noMoreIsNamedInOneSearchThanTheIndexTakes() throws Exception {
        node.maxResultWindow = 10_000;
        node.maxTerms = 7;
        node.holds(30);
        List<Long> read = new ArrayList<>();

        assertThat(node.shard().locate().named(numbers(0, 29)))
                .extracting(DocumentName::seqNo)
                .containsExactlyElementsOf(numbers(0, 29));
        node.shard().locate().bodiesAt(numbers(0, 29), (name, _) -> read.add(name.seqNo()));

        assertThat(read).containsExactlyElementsOf(numbers(0, 29));
    }

    @Test
    void aDocumentIsReadAloneWhereASearchMayBringOne() throws Exception {
        node.maxResultWindow = 1;
        node.holds(3);
        List<Long> read = new ArrayList<>();

        node.shard().locate().bodiesAt(numbers(0, 2), (name, _) -> read.add(name.seqNo()));

        assertThat(read).containsExactly(0L, 1L, 2L);
    }

    @Test
    void aLimitThatIsLoweredWhileAShardIsAskedIsKeptTo() throws Exception {
        node.maxResultWindow = 10_000;
        node.holds(30);
        Asking asking = new Asking(_ -> {});

        List<DocumentName> names = asking.seen(node.shard(), (copy, _) -> {
            node.maxTerms = 7;
            return copy.named(numbers(0, 29));
        });

        assertThat(names).hasSize(30);
    }

    @Test
    void anAnswerThatIsTooLongIsAskedForInHalves() throws Exception {
        node.holds(8);
        node.answered = answer -> answer.contains("\"value\":8") ? answer + " ".repeat(65 << 20) : answer;

        assertThat(node.live(-1, 7)).isEqualTo(numbers(0, 7));
    }

    @Test
    void moreDocumentsOfOneNumberThanMayBeReturnedAreNotAskedForAgain() {
        for (int i = 0; i < 11; i++) {
            node.holds("d" + i, "", 0, "{}");
        }
        AtomicInteger waits = new AtomicInteger();
        Asking asking = new Asking(time -> waits.addAndGet(time.isZero() ? 0 : 1));

        assertThatThrownBy(() -> asking.seen(node.shard(), (copy, _) -> {
                    copy.forEachLive(-1, 0, (_, _) -> {});
                    return 7;
                }))
                .isInstanceOf(ElasticException.TooLarge.class)
                .hasMessageContaining("index.max_result_window");

        assertThat(waits).hasValue(0);
    }

    @Test
    void withoutPointsOnlyThePartIsAskedForAndOnlyItsFirstPageIsCounted() throws Exception {
        node.hasPoints = false;
        node.holds(40);

        assertThat(node.live(4, 29)).isEqualTo(numbers(5, 29));

        assertThat(node.searches).hasSize(3);
        assertThat(node.searches)
                .map(search -> search.path("query").toString())
                .allMatch(query -> query.contains("{\"_seq_no\":{\"gt\":4,\"lte\":29}}"));
        assertThat(node.searches)
                .map(search -> search.path("track_total_hits"))
                .map(JsonNode::toString)
                .containsExactly("true", "1", "1");
    }

    @Test
    void aPointInTimeThatBringsLessThanItHasFoundIsRefused() {
        node.hasPoints = false;
        node.holds(12);
        node.answered = answer -> answer.replace("\"value\":12", "\"value\":13");

        assertThatThrownBy(() -> node.live(-1, 39)).hasMessageContaining("of 13 documents brought 12");
    }

    @Test
    void aPointInTimeWithoutAnIdIsRefused() {
        node.hasPoints = false;
        node.pit = "";

        assertThatThrownBy(() -> node.live(-1, 39)).hasMessageContaining("without an id");

        assertThat(node.searches).isEmpty();
    }

    @Test
    void whetherNumbersHavePointsIsAskedOnceForAShard() throws Exception {
        node.holds(3);
        ScannedShard shard = node.shard();

        for (int i = 0; i < 3; i++) {
            shard.locate().forEachLive(-1, 2, (_, _) -> {});
        }

        assertThat(node.requests)
                .filteredOn(path -> path.contains("index_options"))
                .hasSize(1);
    }

    @Test
    void theClusterSaysWhichCopyIsThePrimaryAndWhetherItMoves() throws Exception {
        assertThat(node.shard().elected()).isEqualTo(new ElectedPrimary(3, "a", true));
        assertThat(node.shard().elected().is(node.shard().locate().identity())).isTrue();
        assertThat(node.shard().elected().is(new CopyIdentity(3, "b", "uuid-1", "h")))
                .isFalse();
        assertThat(node.shard().elected().is(new CopyIdentity(4, "a", "uuid-1", "h")))
                .isFalse();
    }
}
