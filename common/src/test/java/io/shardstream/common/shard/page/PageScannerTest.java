package io.shardstream.common.shard.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.contract.bytes.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PageScannerTest {
    @Test
    void everythingAboutADocumentIsFound() throws UnreadablePageException {
        Page page = PageScanner.scan(Pages.of("""
                {"_index":"i","_id":"7","_seq_no":12,"_primary_term":3,"_score":0.0,"_routing":"r","_source":{"a":1}}"""));

        assertThat(page.hits()).containsExactly(new Hit(Bytes.utf8("7"), Bytes.utf8("r"), 12, Bytes.utf8("{\"a\":1}")));
        assertThat(page.isWholeShard()).isTrue();
        assertThat(page.isComplete()).isTrue();
    }

    @Test
    void anEmptyPageIsComplete() throws UnreadablePageException {
        Page page = PageScanner.scan(Bytes.utf8(Pages.HEAD.formatted(0) + "]}}"));

        assertThat(page.hits()).isEmpty();
        assertThat(page.isComplete()).isTrue();
    }

    @Test
    void fewerDocumentsThanFoundAreNotComplete() throws UnreadablePageException {
        Page page = PageScanner.scan(Bytes.utf8(Pages.HEAD.formatted(2) + Pages.hit("a", 1, "{}") + "]}}"));

        assertThat(page.isComplete()).isFalse();
    }

    @Test
    void aTotalThatIsALowerBoundIsNotComplete() throws UnreadablePageException {
        Page page = PageScanner.scan(Bytes.utf8(Pages.HEAD.formatted(0).replace("eq", "gte") + "]}}"));

        assertThat(page.isComplete()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"timed_out\":true",
                "\"total\":0,\"successful\":0,\"skipped\":0,\"failed\":0",
                "\"total\":1,\"successful\":1,\"skipped\":0,\"failed\":1",
                "\"total\":2,\"successful\":2,\"skipped\":0,\"failed\":0"
            })
    void anAnswerOfLessOrMoreThanOneShardIsNotWhole(String instead) throws UnreadablePageException {
        String whole = instead.startsWith("\"timed")
                ? "\"timed_out\":false"
                : "\"total\":1,\"successful\":1,\"skipped\":0,\"failed\":0";
        Page page = PageScanner.scan(Bytes.utf8(Pages.HEAD.formatted(0).replace(whole, instead) + "]}}"));

        assertThat(page.isWholeShard()).isFalse();
    }

    @Test
    void escapesInIdsAreResolved() throws UnreadablePageException {
        Page page = PageScanner.scan(Pages.of(Pages.hit("a\\\"\\\\\\/\\n\\u00e4\\ud83d\\ude00ü", 1, "{}")));

        assertThat(page.hits().getFirst().id().utf8()).isEqualTo("a\"\\/\nä😀ü");
    }

    @Test
    void whiteSpaceAroundADocumentBelongsToIt() throws UnreadablePageException {
        Page page = PageScanner.scan(Pages.of(Pages.hit("a", 1, " \n{ \"b\" : 1 }\r\n"), Pages.hit("c", 2, "{}")));

        assertThat(page.hits()).map(Hit::source).containsExactly(Bytes.utf8(" \n{ \"b\" : 1 }\r\n"), Bytes.utf8("{}"));
    }

    @Test
    void bracketsInStringsCloseNothing() throws UnreadablePageException {
        String source = "{\"}]}}\\\"\":\"[{\\\\\",\"\\\\\":{}}";

        assertThat(PageScanner.scan(Pages.of(Pages.hit("a", 1, source)))
                        .hits()
                        .getFirst()
                        .source())
                .isEqualTo(Bytes.utf8(source));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"a\":1/*\"*/}",
                "{\"a\":1//}\n}",
                "/**/{\"a\":1}",
                "{\"a\":1}/*}]}}*/",
                "\uFEFF{\"a\":1}",
                "{\"a\":NaN}",
                "{\"a\":'}'}",
                "{\"a\":\u0000}",
                "[1]",
                "\"a\""
            })
    void aDocumentThatIsNotStrictMakesThePageUnreadable(String source) {
        assertThatThrownBy(() -> PageScanner.scan(Pages.of(Pages.hit("a", 1, source), Pages.hit("b", 2, "{}"))))
                .isInstanceOf(UnreadablePageException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"a\":1/*\"*/}", "{\"a\":1}//x", "{\"a\":1}/*}]}}*/", "\uFEFF{\"a\":1}", "{}", " {}\n"})
    void aLoneDocumentIsEverythingUpToTheClosingBrackets(String source) throws UnreadablePageException {
        Page page = PageScanner.scanLone(Pages.of(Pages.hit("a", 1, source)));

        assertThat(page.hits()).containsExactly(new Hit(Bytes.utf8("a"), null, 1, Bytes.utf8(source)));
    }

    @Test
    void thePositionIsThatOfTheLastDocument() throws UnreadablePageException {
        String first = Pages.hit("a", 1, "{},\"sort\":[7]");
        Page page = PageScanner.scan(Pages.of(first, Pages.hit("b", 2, "{\"sort\":[9]},\"sort\":[4294967301]")));

        assertThat(page.hits()).map(Hit::source).containsExactly(Bytes.utf8("{}"), Bytes.utf8("{\"sort\":[9]}"));
        assertThat(page.position()).isEqualTo(4_294_967_301L);
    }

    @ParameterizedTest
    @ValueSource(strings = {"[\"x\"]", "[1,2]", "[1.5]", "[-1]", "[null]"})
    void otherSortsTellNoPosition(String sort) throws UnreadablePageException {
        Page page = PageScanner.scan(Pages.of(Pages.hit("a", 1, "{},\"sort\":" + sort)));

        assertThat(page.position()).isEqualTo(Page.NO_POSITION);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"a\":1/*\"*/}",
                "{\"a\":1}//,\"sort\":[1]",
                "{\"a\":\"\u20ac\u20ac\u20ac\u20ac\u20ac\u20ac\u20ac\"}",
                "{}"
            })
    void aLoneSortedDocumentIsEverythingUpToItsSortValue(String source) throws UnreadablePageException {
        Page page = PageScanner.scanLoneSorted(Pages.of(Pages.hit("a", 1, source + ",\"sort\":[12]")));

        assertThat(page.hits()).containsExactly(new Hit(Bytes.utf8("a"), null, 1, Bytes.utf8(source)));
        assertThat(page.position()).isEqualTo(12);
    }

    @Test
    void aLoneDocumentThatShouldBeSortedAndIsNotIsUnreadable() {
        assertThatThrownBy(() -> PageScanner.scanLoneSorted(Pages.of(Pages.hit("a", 1, "{}"))))
                .isInstanceOf(UnreadablePageException.class);
    }

    @Test
    void aLoneDocumentWithSomethingBehindItIsUnreadable() {
        Bytes response = Bytes.utf8(Pages.of(Pages.hit("a", 1, "{}")).utf8() + "\n");

        assertThatThrownBy(() -> PageScanner.scanLone(response)).isInstanceOf(UnreadablePageException.class);
    }

    @Test
    void aResponseThatWasCutOffAnywhereIsUnreadable() {
        Bytes whole = Pages.of(Pages.hit("a\\u00e4", 1, "{\"a\":[1,\"b\"]}"), Pages.hit("b", 2, "{}"));
        for (int length = 0; length < whole.length(); length++) {
            Bytes part = whole.slice(0, length);
            assertThatThrownBy(() -> PageScanner.scan(part))
                    .as("%s bytes", length)
                    .isInstanceOf(UnreadablePageException.class);
        }
    }

    @Test
    void aHitWithoutSourceHasNone() throws UnreadablePageException {
        Page page = PageScanner.scan(Pages.of("{\"_id\":\"a\",\"_seq_no\":4}"));

        assertThat(page.hits().getFirst().source()).isNull();
    }

    @Test
    void anErrorIsNoPage() {
        assertThatThrownBy(() -> PageScanner.scan(Bytes.utf8("{\"error\":{},\"status\":503}")))
                .isInstanceOf(UnreadablePageException.class);
    }

    /// What a document holds that wants to be taken for two: it could be cut where a brace opens and one
    /// closes.
    private static final String MIMIC =
            "{\"a\":[{\"b\":{}},{\"_index\":\"i\",\"_id\":\"evil\",\"_seq_no\":9,\"_source\":{}}]}";

    @Test
    void allDocumentsAreToldApartByWhatTheyBeginWithWhateverTheyHold() throws UnreadablePageException {
        Bytes response = Pages.of(
                Pages.hit("a", 1, "{ \"x\" : 1 }\n"), Pages.hit("b", 2, "{\"y\":1/*\"*/}"), Pages.hit("c", 3, "{}"));

        assertThat(PageScanner.scanAll(response, 10).hits())
                .containsExactly(
                        new Hit(Bytes.utf8("a"), null, 1, Bytes.utf8("{ \"x\" : 1 }\n")),
                        new Hit(Bytes.utf8("b"), null, 2, Bytes.utf8("{\"y\":1/*\"*/}")),
                        new Hit(Bytes.utf8("c"), null, 3, Bytes.utf8("{}")));
    }

    @Test
    void aDocumentThatHoldsWhatHitsBeginWithIsOneDocument() throws UnreadablePageException {
        Bytes response = Pages.of(Pages.hit("a", 1, "{}"), Pages.hit("b", 2, MIMIC), Pages.hit("c", 3, MIMIC));

        assertThat(PageScanner.scanAll(response, 10).hits())
                .map(Hit::source)
                .containsExactly(Bytes.utf8("{}"), Bytes.utf8(MIMIC), Bytes.utf8(MIMIC));
    }

    @Test
    void whatHitsBeginWithProvesNothingWhereNotAllDocumentsWereBrought() throws UnreadablePageException {
        Bytes two =
                Bytes.utf8(Pages.HEAD.formatted(3) + Pages.hit("a", 1, "{}") + "," + Pages.hit("b", 2, MIMIC) + "]}}");

        Page page = PageScanner.scanAll(two, 2);

        assertThat(page.hits()).map(Hit::source).containsExactly(Bytes.utf8("{}"), Bytes.utf8(MIMIC));
        assertThat(page.isComplete()).isFalse();
    }

    @Test
    void whatHitsBeginWithProvesNothingWhereTheirNumberIsALowerBound() throws UnreadablePageException {
        Bytes two = Bytes.utf8(Pages.HEAD.formatted(3).replace("eq", "gte") + Pages.hit("a", 1, "{}") + ","
                + Pages.hit("b", 2, MIMIC) + "]}}");

        assertThat(PageScanner.scanAll(two, 10).hits())
                .map(Hit::source)
                .containsExactly(Bytes.utf8("{}"), Bytes.utf8(MIMIC));
    }

    @Test
    void whatFollowsADocumentIsNotTakenForItsPart() throws UnreadablePageException {
        Bytes response = Pages.of(
                Pages.hit("a", 1, "{},\"fields\":{\"x\":[1]}"), Pages.hit("b", 2, "{},\"fields\":{\"x\":[1]}"));

        assertThat(PageScanner.scanAll(response, 10).hits())
                .map(Hit::source)
                .containsExactly(Bytes.utf8("{}"), Bytes.utf8("{}"));
    }

    @Test
    void aHitWithoutASourceIsTakenForOneWithoutASource() throws UnreadablePageException {
        Bytes response = Pages.of(
                "{\"_index\":\"i\",\"_id\":\"a\",\"_seq_no\":4}", "{\"_index\":\"i\",\"_id\":\"b\",\"_seq_no\":5}");

        assertThat(PageScanner.scanAll(response, 10).hits()).map(Hit::source).containsExactly(null, null);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"_index\"", "\"_type\":\"_doc\",\"_index\""})
    void aHitMayBeginOtherwise(String begin) throws UnreadablePageException {
        String one = Pages.hit("a", 1, "{\"b\":2}").replace("\"_index\"", begin);

        assertThat(PageScanner.scanAll(Pages.of(one, one), 10).hits())
                .map(Hit::source)
                .containsExactly(Bytes.utf8("{\"b\":2}"), Bytes.utf8("{\"b\":2}"));
    }

    @Test
    void aResponseOfAllDocumentsThatIsCutOffIsUnreadable() {
        Bytes whole = Pages.of(Pages.hit("a", 1, "{\"b\":2}"), Pages.hit("c", 2, "{}"));
        for (int length = 0; length < whole.length(); length++) {
            Bytes part = whole.slice(0, length);
            assertThatThrownBy(() -> PageScanner.scanAll(part, 10))
                    .as("%s bytes", length)
                    .isInstanceOf(UnreadablePageException.class);
        }
    }
}
