package io.shardstream.control.compare.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.contract.bytes.Bytes;
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
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/// What is asked of a shard and what is made of the answers, over real HTTP.
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

    private void holds(int documents) {
        for (int i = 0; i < documents; i++) {
            node.holds("d" + i, "", i, "{\"n\":" + i + "}");
        }
    }

    private List<Long> live(long above, long upTo) throws Exception {
        List<Long> numbers = new ArrayList<>();
        node.shard().locate().forEachLive(above, upTo, (seqNo, _) -> numbers.add(seqNo));
        return numbers;
    }

    private static List<Long> numbers(long from, long to) {
        return LongStream.rangeClosed(from, to).boxed().toList();
    }

    @Test
    void windowsThatHoldTooMuchAreReadInHalves() throws Exception {
        holds(40);
        node.holds("twin", "", 7, "{}");

        assertThat(live(4, 38)).hasSize(35).containsOnlyOnceElementsOf(numbers(8, 38));
    }

    @Test
    void aRequestThatIsLostCostsItsWindowAlone() throws Exception {
        holds(40);
        AtomicInteger asked = new AtomicInteger();
        node.answered = answer -> asked.incrementAndGet() == 3 ? "503" : answer;

        assertThat(live(-1, 39)).isEqualTo(numbers(0, 39));

        assertThat(node.searches).hasSize(5);
    }

    /// C-38: a gateway gives up on answers with more than three hundred documents.
    @Test
    void aWindowThatIsTooMuchIsReadInHalvesAndTheNextScanAsksForNoMoreAtOnce() throws Exception {
        node.maxResultWindow = 10_000;
        holds(2000);
        node.answered = answer -> answer.split("_seq_no").length > 301 ? "504" : answer;
        ScannedShard shard = node.shard();
        List<Long> seen = new ArrayList<>();

        shard.locate().forEachLive(-1, 1999, (seqNo, _) -> seen.add(seqNo));
        assertThat(seen).isEqualTo(numbers(0, 1999));

        node.searches.clear();
        seen.clear();
        shard.locate().forEachLive(-1, 1999, (seqNo, _) -> seen.add(seqNo));
        assertThat(seen).isEqualTo(numbers(0, 1999));
        assertThat(node.searches).hasSize(8);
    }

    @Test
    void bodiesThatWereTooMuchAreNotAskedForAtOnceAgain() throws Exception {
        node.maxResultWindow = 10_000;
        holds(300);
        node.answered = answer -> answer.split("_seq_no").length > 100 ? "504" : answer;
        ScannedShard shard = node.shard();
        assertThatThrownBy(() -> shard.locate().bodiesAt(numbers(0, 299), (_, _) -> {}))
                .isInstanceOf(ElasticException.Refused.class);

        Set<Long> read = new HashSet<>();
        shard.locate().bodiesAt(numbers(0, 299), (name, _) -> read.add(name.seqNo()));

        assertThat(read).hasSize(300);
    }

    @Test
    void aWindowThatIsLostAgainAndAgainEndsTheScan() {
        holds(40);
        node.answered = _ -> "503";

        assertThatThrownBy(() -> live(-1, 9)).isInstanceOf(ElasticException.Refused.class);

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
        holds(3);

        // It asks for a setting of the index too.
        assertThat(live(-1, 2)).hasSize(3);
        assertThat(node.searches).hasSize(1);
        assertThat(now).hasValue(Instant.EPOCH.plusSeconds(10));
    }

    @Test
    void noMoreIsAskedForThanFitsIntoAnAnswer() throws Exception {
        node.maxResultWindow = 5_000_000;
        holds(3);

        assertThat(live(-1, 2)).hasSize(3);

        assertThat(node.searches.getFirst().path("size").asInt()).isEqualTo(50_000);
    }

    @Test
    void noMoreIsNamedInOneSearchThanTheIndexTakes() throws Exception {
        node.maxResultWindow = 10_000;
        node.maxTerms = 7;
        holds(30);
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
        holds(3);
        List<Long> read = new ArrayList<>();

        node.shard().locate().bodiesAt(numbers(0, 2), (name, _) -> read.add(name.seqNo()));

        assertThat(read).containsExactly(0L, 1L, 2L);
    }

    @Test
    void aLimitThatIsLoweredWhileAShardIsAskedIsKeptTo() throws Exception {
        node.maxResultWindow = 10_000;
        holds(30);
        Asking asking = new Asking(_ -> {});

        List<DocumentName> names = asking.seen(node.shard(), (copy, _) -> {
            node.maxTerms = 7;
            return copy.named(numbers(0, 29));
        });

        assertThat(names).hasSize(30);
    }

    @Test
    void anAnswerThatIsTooLongIsAskedForInHalves() throws Exception {
        holds(8);
        node.answered = answer -> answer.contains("\"value\":8") ? answer + " ".repeat(65 << 20) : answer;

        assertThat(live(-1, 7)).isEqualTo(numbers(0, 7));
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
        holds(40);

        assertThat(live(4, 29)).isEqualTo(numbers(5, 29));

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
        holds(12);
        node.answered = answer -> answer.replace("\"value\":12", "\"value\":13");

        assertThatThrownBy(() -> live(-1, 39)).hasMessageContaining("of 13 documents brought 12");
    }

    @Test
    void aPointInTimeWithoutAnIdIsRefused() {
        node.hasPoints = false;
        node.pit = "";

        assertThatThrownBy(() -> live(-1, 39)).hasMessageContaining("without an id");

        assertThat(node.searches).isEmpty();
    }

    @Test
    void whetherNumbersHavePointsIsAskedOnceForAShard() throws Exception {
        holds(3);
        ScannedShard shard = node.shard();

        for (int i = 0; i < 3; i++) {
            shard.locate().forEachLive(-1, 2, (_, _) -> {});
        }

        assertThat(node.requests)
                .filteredOn(path -> path.contains("index_options"))
                .hasSize(1);
    }

    @Test
    void howManyBodiesFitIsKeptForTheNextQuestion() throws Exception {
        node.maxResultWindow = 10_000;
        holds(1_000);
        ScannedShard shard = node.shard();
        List<Bytes> ids =
                IntStream.range(0, 1_000).mapToObj(i -> Bytes.utf8("d" + i)).toList();

        shard.locate().bodies(ids, (_, _) -> {});
        assertThat(node.searches).hasSize(6);
        shard.locate().bodies(ids, (_, _) -> {});

        assertThat(node.searches).hasSize(8);
    }

    @Test
    void theFirstBodiesAreFewWhereDocumentsAreLargeOnTheDisk() throws Exception {
        node.maxResultWindow = 10_000;
        node.storedBytes = 100_000;
        holds(100);
        List<Bytes> ids =
                IntStream.range(0, 100).mapToObj(i -> Bytes.utf8("d" + i)).toList();
        Map<String, String> bodies = new HashMap<>();

        node.shard().locate().bodies(ids, (name, source) -> bodies.put(name.id().utf8(), source.utf8()));

        assertThat(node.searches.getFirst().path("size").asInt()).isEqualTo(20);
        assertThat(bodies).hasSize(100);
    }

    @Test
    void aQuestionForBodiesThatFailedIsNotAskedOfTheNextCopyAsItWas() throws Exception {
        node.maxResultWindow = 10_000;
        holds(1_000);
        ScannedShard shard = node.shard();
        List<Bytes> ids =
                IntStream.range(0, 1_000).mapToObj(i -> Bytes.utf8("d" + i)).toList();
        node.answered = _ -> "503";
        assertThatThrownBy(() -> shard.locate().bodies(ids, (_, _) -> {})).isInstanceOf(ElasticException.class);
        node.answered = said -> said;

        Map<String, String> bodies = new HashMap<>();
        shard.locate().bodies(ids, (name, source) -> bodies.put(name.id().utf8(), source.utf8()));

        assertThat(node.searches.get(1).path("size").asInt()).isEqualTo(16);
        assertThat(bodies).hasSize(1_000);
    }

    @Test
    void afterQuestionsThatFailedManyBodiesAreAskedForAtOnceAgain() throws Exception {
        node.maxResultWindow = 10_000;
        holds(300);
        ScannedShard shard = node.shard();
        node.answered = _ -> "503";
        for (int i = 0; i < 5; i++) {
            assertThatThrownBy(() -> shard.locate().bodiesAt(numbers(0, 299), (_, _) -> {}))
                    .isInstanceOf(ElasticException.class);
        }
        node.answered = said -> said;
        node.searches.clear();
        Set<Long> read = new HashSet<>();

        shard.locate().bodiesAt(numbers(0, 299), (name, _) -> read.add(name.seqNo()));

        assertThat(read).hasSize(300);
        // One by its name and alone, then 16, 32, 64 and so on.
        assertThat(node.searches).hasSize(7);
    }

    @Test
    void behindALargeBodyManyAreAskedForAtOnceAgain() throws Exception {
        node.maxResultWindow = 10_000;
        node.maxDocumentBytes = 8 << 20;
        node.holds("large", "", 0, "{\"n\":\"" + "x".repeat(5 << 20) + "\"}");
        for (int i = 1; i < 300; i++) {
            node.holds("d" + i, "", i, "{}");
        }
        Set<Long> read = new HashSet<>();

        node.shard().locate().bodiesAt(numbers(0, 299), (name, _) -> read.add(name.seqNo()));

        assertThat(read).hasSize(300);
        assertThat(node.searches).hasSizeLessThan(20);
    }

    @Test
    void aDocumentThatFailsAloneIsAQuestionThatFailed() throws Exception {
        node.maxResultWindow = 10_000;
        holds(300);
        ScannedShard shard = node.shard();
        shard.locate().bodiesAt(numbers(0, 299), (_, _) -> {});
        List<Long> one = List.of(7L);
        node.answered = said -> said.contains("_source") ? "503" : said;
        assertThatThrownBy(() -> shard.locate().bodiesAt(one, (_, _) -> {})).isInstanceOf(ElasticException.class);
        node.answered = said -> said;
        node.searches.clear();

        shard.locate().bodiesAt(numbers(0, 299), (_, _) -> {});

        assertThat(node.searches.getFirst().path("size").asInt()).isEqualTo(16);
    }

    @Test
    void documentsThatShareANumberAreReadByTheirNamesAndSomeAtOnce() throws Exception {
        node.maxResultWindow = 10_000;
        node.storedBytes = 100_000;
        for (int i = 0; i < 66; i++) {
            node.holds("d" + i, "", 3, "{\"n\":" + i + "}");
        }
        Map<String, String> bodies = new HashMap<>();

        node.shard()
                .locate()
                .bodiesAt(List.of(3L), (name, source) -> bodies.put(name.id().utf8(), source.utf8()));

        assertThat(bodies).hasSize(66);
        assertThat(node.searches).hasSizeLessThan(10);
    }

    @Test
    void aDocumentThatIsLargerThanTheRunAllowsIsToldAndNotRead() throws Exception {
        node.maxDocumentBytes = 1000;
        node.holds("a", "", 3, "{\"n\":\"" + "x".repeat(70_000) + "\"}");
        node.holds("b", "", 4, "{/*}*/}");
        List<String> told = new ArrayList<>();

        node.shard().locate().bodiesAt(List.of(3L, 4L), new DocumentBodies() {
            @Override
            public void accept(DocumentName name, Bytes source) {
                told.add(name.id().utf8());
            }

            @Override
            public void tooLarge(DocumentName name) {
                told.add("too large: " + name.id().utf8());
            }
        });

        assertThat(told).containsExactly("too large: a", "b");
    }

    /// As of a document that was sent as YAML with `.nan`, on Elasticsearch 7.17.29.
    @Test
    void aDocumentThatTheServerCannotReturnIsToldAndTheOthersAreRead() throws Exception {
        holds(20);
        node.answered = said -> said.contains("\"_source\"") && said.contains("\"_seq_no\":7,")
                ? "400{\"error\":{\"type\":\"json_parse_exception\",\"reason\":\"'.nan'\"}}"
                : said;
        List<String> told = new ArrayList<>();
        Set<Long> read = new HashSet<>();

        node.shard().locate().bodiesAt(numbers(0, 19), new DocumentBodies() {
            @Override
            public void accept(DocumentName name, Bytes source) {
                read.add(name.seqNo());
            }

            @Override
            public void unreturnable(DocumentName name) {
                told.add(name.id().utf8());
            }
        });

        assertThat(told).containsExactly("d7");
        assertThat(read).hasSize(19);
    }

    /// It would count as one that does not differ.
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void aDocumentWithoutItsSourceIsNoAnswer(int documents) {
        holds(documents);
        List<Bytes> ids =
                IntStream.range(0, documents).mapToObj(i -> Bytes.utf8("d" + i)).toList();
        node.answered = said -> said.replaceFirst(",\"_source\":\\{[^}]*}", "");

        assertThatThrownBy(() -> node.shard().locate().bodies(ids, (_, _) -> {}))
                .isInstanceOf(ElasticException.Malformed.class)
                .hasMessageContaining("a document has no source");
    }

    @Test
    void anIdWithAndWithoutARoutingIsTwoDocumentsAlsoWhereBodiesBreakThePage() throws Exception {
        node.holds("a", "", 3, "{/*}]}}*/}");
        node.holds("a", "r", 4, "{\"n\":/*}*/4}");
        Map<String, String> bodies = new HashMap<>();

        node.shard().locate().bodies(List.of(Bytes.utf8("a")), (name, source) -> {
            Bytes routing = name.routing();
            bodies.put(routing == null ? "" : routing.utf8(), source.utf8());
        });

        assertThat(bodies).isEqualTo(Map.of("", "{/*}]}}*/}", "r", "{\"n\":/*}*/4}"));
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
