package io.shardstream.reader.source;

import static io.shardstream.reader.source.SourceShardFixture.ENOUGH;
import static io.shardstream.reader.source.SourceShardFixture.HEAD;
import static io.shardstream.reader.source.SourceShardFixture.HITS;
import static io.shardstream.reader.source.SourceShardFixture.WINDOW;
import static io.shardstream.reader.source.SourceShardFixture.hit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.contract.record.Reject;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.loop.BlockedException;
import io.shardstream.common.shard.page.Hit;
import io.shardstream.reader.window.Window;
import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What is asked of a node for a window and what is made of its answers, over real HTTP.
class HttpWindowsTest {
    private SourceShardFixture fixture;
    private FakeSourceNode node;

    @BeforeEach
    void start() throws IOException {
        fixture = new SourceShardFixture();
        node = fixture.node;
    }

    @AfterEach
    void stop() {
        fixture.close();
    }

    @Test
    void aWholeWindowIsRead() throws Exception {
        node.searches.add(HEAD.formatted(1) + hit(5, "{\"a\":1}") + "]}}");

        assertThat(fixture.locate().read(WINDOW, HITS, ENOUGH))
                .isInstanceOfSatisfying(
                        WindowAnswer.Whole.class,
                        whole -> assertThat(whole.hits())
                                .containsExactly(new Hit(Bytes.utf8("d5"), null, 5, Bytes.utf8("{\"a\":1}"))));
        assertThat(node.requests.getLast())
                .contains("preference=_shards:1|_only_local")
                .contains("allow_partial_search_results=false")
                .contains("&timeout=-1")
                .contains("\"gt\":3,\"lte\":7")
                .contains("\"exclude_vectors\":false")
                .doesNotContain("filter_path");
    }

    @Test
    void documentsOfSomeNumbersAreNamed() throws Exception {
        node.searches.add(HEAD.formatted(1) + hit(5, "{}") + "]}}");

        assertThat(fixture.locate().named(List.of(7L, 5L)))
                .extracting(Hit::id, Hit::seqNo)
                .containsExactly(tuple(Bytes.utf8("d5"), 5L));
        assertThat(node.requests.getLast())
                .contains("preference=_shards:1|_only_local")
                .contains("allow_partial_search_results=false")
                .contains("\"terms\":{\"_seq_no\":[7,5]}")
                .contains("\"_source\":false");
    }

    @Test
    void noMoreOfThemAreAskedForThanASearchMayReturn() throws Exception {
        node.settings += ",\"index.max_result_window\":\"3\"";
        node.searches.add(HEAD.formatted(1) + hit(5, "{}") + "]}}");

        assertThat(fixture.locate().named(List.of(7L, 5L))).hasSize(1);
        assertThat(node.requests.getLast()).contains("\"size\":3,");
    }

    @Test
    void documentsOfOtherNumbersThanWereAskedForAreNoAnswer() throws Exception {
        node.searches.add(HEAD.formatted(1) + hit(5, "{}") + "]}}");

        assertThatThrownBy(() -> fixture.locate().named(List.of(7L))).isInstanceOf(ElasticException.Malformed.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"9.1.4", "8.19.21", "7.17.29", "3.8.0"})
    void olderServersAreNotAskedForVectorsAndAreAskedForTheirOwnState(String version) throws Exception {
        node.version = version;
        node.searches.add(HEAD.formatted(0) + "]}}");
        fixture.locate().read(WINDOW, HITS, ENOUGH);

        assertThat(node.requests).noneMatch(request -> request.contains("exclude_vectors"));
        assertThat(node.requests)
                .anyMatch(request -> request.startsWith("/_cluster/state/") && request.contains("local=true"));
    }

    @Test
    void newerServersAreNotAskedForTheirOwnStateWhichTheyAlwaysGive() throws Exception {
        fixture.locate();

        assertThat(node.requests).noneMatch(request -> request.contains("local=true"));
    }

    @Test
    void moreDocumentsThanReturnedAreReadInNarrowerWindows() throws Exception {
        node.searches.add(HEAD.formatted(2) + hit(5, "{}") + "]}}");

        assertThat(fixture.locate().read(WINDOW, HITS, ENOUGH)).isInstanceOf(WindowAnswer.TooMany.class);
    }

    @Test
    void aResponseAboveItsLimitIsReadInNarrowerWindows() throws Exception {
        node.searches.add(HEAD.formatted(1) + hit(5, "{}") + "]}}");

        assertThat(fixture.locate().read(WINDOW, HITS, 100)).isInstanceOf(WindowAnswer.TooLarge.class);
    }

    @Test
    void aDocumentWithACommentIsReadOnBothSides() throws Exception {
        node.searches.add(HEAD.formatted(1) + hit(5, "{/**/}") + "]}}");

        assertThat(fixture.locate().read(WINDOW, HITS, ENOUGH)).isInstanceOf(WindowAnswer.Unreadable.class);
    }

    /// A shard that is not there answers with a total of 0 and no failure.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'\"total\":1,\"successful\":1' | '\"total\":0,\"successful\":0'",
                "'\"total\":1,\"successful\":1' | '\"total\":2,\"successful\":2'",
                "'\"successful\":1' | '\"successful\":0'",
                "'\"failed\":0' | '\"failed\":1'",
                "'\"timed_out\":false' | '\"timed_out\":true'"
            })
    void anAnswerThatIsNotThatOfOneWholeShardIsNoEmptyWindow(String whole, String other) throws Exception {
        node.searches.add(HEAD.formatted(0).replace(whole, other) + "]}}");
        PrimaryCopy copy = fixture.locate();

        assertThatThrownBy(() -> copy.read(WINDOW, HITS, ENOUGH)).isInstanceOf(ElasticException.Malformed.class);
    }

    @Test
    void aNumberOutsideTheWindowIsRefused() throws Exception {
        node.searches.add(HEAD.formatted(1) + hit(8, "{}") + "]}}");
        PrimaryCopy copy = fixture.locate();

        assertThatThrownBy(() -> copy.read(WINDOW, HITS, ENOUGH))
                .isInstanceOf(ElasticException.Malformed.class)
                .hasMessageContaining("the number 8");
    }

    @Test
    void aDocumentWithoutSourceBlocks() throws Exception {
        node.searches.add(HEAD.formatted(1) + "{\"_id\":\"d5\",\"_seq_no\":5}]}}");
        PrimaryCopy copy = fixture.locate();

        assertThatThrownBy(() -> copy.read(WINDOW, HITS, ENOUGH))
                .isInstanceOf(BlockedException.class)
                .hasMessageContaining("document d5 of the source index i has no _source");
    }

    @Test
    void aSearchBringsNoMoreThanItIsAskedFor() throws Exception {
        node.searches.add(HEAD.formatted(900) + hit(5, "{}") + "]}}");

        assertThat(fixture.locate().read(WINDOW, 7, ENOUGH)).isEqualTo(new WindowAnswer.TooMany(900));
        assertThat(node.requests.getLast()).contains("\"size\":7");
    }

    @Test
    void moreDocumentsUnderOneNumberThanTheIndexReturnsAreNamedWithTheSetting() throws Exception {
        node.searches.add(HEAD.formatted(20_000) + "{\"_id\":\"d5\",\"_seq_no\":5}]}}");
        PrimaryCopy copy = fixture.locate();

        assertThatThrownBy(() -> copy.readAlone(new Window(4, 5)))
                .hasMessageContaining("20000 documents with the number 5")
                .hasMessageContaining("index.max_result_window");
    }

    /// A node makes room for as many documents as it is asked for, however few it has.
    @Test
    void noMoreNamesAreAskedForThanThereMayBe() throws Exception {
        node.settings = "\"index.uuid\":\"uuid-1\",\"index.max_result_window\":\"2147483647\"";
        node.searches.add(HEAD.formatted(20_000) + "{\"_id\":\"d5\",\"_seq_no\":5}]}}");
        node.searches.add(HEAD.formatted(1) + "{\"_id\":\"d5\",\"_seq_no\":5}]}}");
        node.searches.add(HEAD.formatted(1) + hit(5, "{}") + "]}}");

        assertThat(fixture.locate().readAlone(new Window(4, 5)))
                .isInstanceOfSatisfying(
                        WindowAnswer.Whole.class,
                        whole -> assertThat(whole.hits()).hasSize(1));

        List<String> names = node.requests.stream()
                .filter(request -> request.contains("\"_source\":false"))
                .toList();
        assertThat(names).hasSize(2);
        assertThat(names.getFirst()).contains("\"size\":10000,");
        assertThat(names.getLast()).contains("\"size\":20000,");
    }

    @Test
    void documentsAreReadAloneByTheirNames() throws Exception {
        node.searches.add(HEAD.formatted(2) + "{\"_id\":\"d5\",\"_seq_no\":5},{\"_id\":\"e5\",\"_seq_no\":5}]}}");
        node.searches.add(HEAD.formatted(1) + hit(5, "{/*}]}}*/}") + "]}}");
        node.searches.add(HEAD.formatted(1) + hit(5, "{\"big\":\"" + "x".repeat(70_000) + "\"}") + "]}}");

        assertThat(fixture.locate().readAlone(new Window(4, 5)))
                .isInstanceOfSatisfying(WindowAnswer.Whole.class, whole -> {
                    assertThat(whole.hits()).map(Hit::source).containsExactly(Bytes.utf8("{/*}]}}*/}"));
                    assertThat(node.requests)
                            .filteredOn(request -> request.contains("\"_source\":false"))
                            .singleElement()
                            .asString()
                            .contains("\"size\":10000");
                    assertThat(whole.unread())
                            .containsExactly(new Unread(
                                    new Hit(Bytes.utf8("e5"), null, 5, null),
                                    Reject.TOO_LARGE,
                                    "the document is larger than the limit of 1000 bytes"));
                });
    }

    /// Each of about 200 bytes, and the longest answer with one document is 65 KiB.
    @Test
    void documentsThatAreReadAloneComeInPartsOfAboutTheLongestAnswer() throws Exception {
        int count = 400;
        node.searches.add(HEAD.formatted(count)
                + IntStream.range(0, count)
                        .mapToObj("{\"_id\":\"d%d\",\"_seq_no\":5}"::formatted)
                        .collect(Collectors.joining(","))
                + "]}}");
        IntStream.range(0, count).forEach(i -> node.searches.add(HEAD.formatted(1) + hit(5, "{}") + "]}}"));
        PrimaryCopy copy = fixture.locate();
        Window window = new Window(4, 5);

        assertThat(copy.readAlone(window)).isInstanceOfSatisfying(WindowAnswer.Part.class, part -> {
            assertThat(part.read().hits()).hasSizeBetween(1, count - 1);
            assertThat(part.left()).hasSize(count - part.read().hits().size());
            assertThat(part.left().getLast().id().utf8()).isEqualTo("d399");
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"error\":{\"root_cause\":[],\"type\":\"not_x_content_exception\",\"reason\":\"r\"}}",
                "{\"error\":{\"root_cause\":[{\"type\":\"not_x_content_exception\"}],\"type\":\"search\"}}",
                "{\"error\":{\"type\":\"search\",\"caused_by\":{\"caused_by\":{\"type\":\"not_x_content_exception\"}}}}",
                "{\"error\":{\"failed_shards\":[{\"reason\":{\"type\":\"not_x_content_exception\"}}],\"type\":\"x\"}}",
                "{\"error\":{\"type\":\"json_parse_exception\",\"reason\":\"'.nan'\"},\"status\":400}",
                "{\"error\":{\"type\":\"x_content_parse_exception\"},\"status\":400}",
                "{\"error\":{\"type\":\"s\",\"caused_by\":{\"type\":\"json_e_o_f_exception\"}}}",
                "{\"error\":{\"type\":\"stream_constraints_exception\"},\"status\":400}"
            })
    void aDocumentThatTheServerCannotReturnIsReadOnBothSides(String error) throws Exception {
        node.searches.add(error);

        assertThat(fixture.locate().read(WINDOW, HITS, ENOUGH)).isInstanceOf(WindowAnswer.Unreadable.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"error\":{\"type\":\"x\",\"reason\":\"no not_x_content_exception\"}}",
                "{\"error\":{\"type\":\"parsing_exception\"},\"status\":400}",
                "{\"error\":{\"type\":\"x_content_parse_exception\",\"caused_by\":{\"type\":\"parsing_exception\"}},"
                        + "\"status\":400}",
                "{\"error\":{\"type\":\"json_parse_exception\"},\"status\":403}"
            })
    void anotherFailureOfTheServerIsNoUnreadableDocument(String error) throws Exception {
        node.searches.add(error);
        PrimaryCopy copy = fixture.locate();

        assertThatThrownBy(() -> copy.read(WINDOW, HITS, ENOUGH)).isInstanceOf(ElasticException.Refused.class);
    }

    @Test
    void aDocumentThatTheServerCannotReturnEvenAloneIsNamed() throws Exception {
        node.searches.add(HEAD.formatted(2) + "{\"_id\":\"d5\",\"_seq_no\":5},{\"_id\":\"e5\",\"_seq_no\":5}]}}");
        node.searches.add("{\"error\":{\"type\":\"search\",\"caused_by\":{\"type\":\"not_x_content_exception\"}}}");
        node.searches.add(HEAD.formatted(1) + hit(5, "{}") + "]}}");

        assertThat(fixture.locate().readAlone(new Window(4, 5)))
                .isInstanceOfSatisfying(WindowAnswer.Whole.class, whole -> {
                    assertThat(whole.hits()).map(Hit::source).containsExactly(Bytes.utf8("{}"));
                    assertThat(whole.unread()).singleElement().satisfies(unread -> {
                        assertThat(unread.name()).isEqualTo(new Hit(Bytes.utf8("d5"), null, 5, null));
                        assertThat(unread.type()).isEqualTo(Reject.UNREADABLE_IN_SOURCE);
                        assertThat(unread.reason()).contains("the source itself cannot return");
                    });
                });
        assertThat(node.requests).anyMatch(request -> request.contains("\"_source\":false"));
    }
}
