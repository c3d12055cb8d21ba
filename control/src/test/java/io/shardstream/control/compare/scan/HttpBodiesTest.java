package io.shardstream.control.compare.scan;

import static io.shardstream.control.compare.scan.FakeShard.numbers;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.elastic.ElasticException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What is asked of a shard for bodies of documents and what is made of the answers, over real HTTP.
class HttpBodiesTest {
    private FakeShard node;

    @BeforeEach
    void start() throws IOException {
        node = new FakeShard();
    }

    @AfterEach
    void stop() throws IOException {
        node.close();
    }

    /// C-38: a gateway gives up on answers with more than three hundred documents.
    @Test
    void aWindowThatIsTooMuchIsReadInHalvesAndTheNextScanAsksForNoMoreAtOnce() throws Exception {
        node.maxResultWindow = 10_000;
        node.holds(2000);
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
        node.holds(300);
        node.answered = answer -> answer.split("_seq_no").length > 100 ? "504" : answer;
        ScannedShard shard = node.shard();
        assertThatThrownBy(() -> shard.locate().bodiesAt(numbers(0, 299), (_, _) -> {}))
                .isInstanceOf(ElasticException.Refused.class);

        Set<Long> read = new HashSet<>();
        shard.locate().bodiesAt(numbers(0, 299), (name, _) -> read.add(name.seqNo()));

        assertThat(read).hasSize(300);
    }

    @Test
    void howManyBodiesFitIsKeptForTheNextQuestion() throws Exception {
        node.maxResultWindow = 10_000;
        node.holds(1_000);
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
        node.holds(100);
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
        node.holds(1_000);
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
        node.holds(300);
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
        node.holds(300);
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
        node.holds(20);
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
        node.holds(documents);
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
}
