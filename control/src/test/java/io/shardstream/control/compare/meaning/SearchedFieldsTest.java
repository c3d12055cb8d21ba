package io.shardstream.control.compare.meaning;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.control.compare.meaning.SearchedField.Kind;
import io.shardstream.control.compare.meaning.SearchedField.Values;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SearchedFieldsTest {
    private static SearchedFields of(String mappings) {
        return SearchedFields.of(MemorySearch.JSON.readTree(mappings));
    }

    @Test
    void leavesMultiFieldsAndRuntimeFieldsAreSearchedFor() {
        SearchedFields fields = of("""
                {"properties":{
                  "title":{"type":"text","copy_to":["all"],"fields":{"raw":{"type":"keyword"}}},
                  "all":{"type":"text"},
                  "alias":{"type":"alias","path":"title"},
                  "inner":{"properties":{"low":{"type":"keyword","normalizer":"lowercase"}}}},
                 "runtime":{"made":{"type":"long"},"both":{"type":"composite","fields":{"one":{"type":"long"}}}}}""");

        assertThat(fields.untold()).isEmpty();
        assertThat(fields.fields())
                .containsOnlyKeys("_ignored", "title", "title.raw", "all", "inner.low", "made", "both.one");
        assertThat(fields.named("title").kind()).isEqualTo(Kind.ANALYZED);
        assertThat(fields.named("title.raw"))
                .isEqualTo(new SearchedField(
                        "title.raw",
                        SearchedField.exists("title.raw", Optional.empty()),
                        Optional.of("title"),
                        Kind.INDEXED,
                        Values.KEYWORDS,
                        "keyword"));
        assertThat(fields.named("all").parent()).contains("title");
        assertThat(fields.named("inner.low").kind()).isEqualTo(Kind.ANALYZED);
        assertThat(fields.named("both.one").kind()).isEqualTo(Kind.RUNTIME);
        assertThat(fields.named("made").values()).isEqualTo(Values.NUMBERS);
        assertThat(fields.named("all").values()).isEqualTo(Values.NONE);
    }

    @Test
    void fieldsOfNestedDocumentsAreSearchedForWithinThem() {
        SearchedField field = of("""
                {"properties":{"a":{"type":"nested","properties":{"b":{"type":"nested","properties":{
                  "c":{"properties":{"d":{"type":"long"}}}}}}}}}""").named("a.b.c.d");

        assertThat(field.values()).isEqualTo(Values.NONE);
        assertThat(field.exists().toString())
                .isEqualTo("{\"nested\":{\"path\":\"a.b\",\"query\":{\"exists\":{\"field\":\"a.b.c.d\"}}}}");
    }

    @Test
    void whatNoSearchCanTellIsListed() {
        assertThat(of("""
                {"properties":{
                  "off":{"type":"object","enabled":false},
                  "none":{"type":"keyword","index":false,"doc_values":false},
                  "text":{"type":"text","index":false},
                  "bytes":{"type":"binary"},
                  "values":{"type":"keyword","index":false}}}""").untold()).containsOnlyKeys("off", "none", "text", "bytes");
    }

    @Test
    void fieldsThatOneSideCanTellAreAskedOfBoth() {
        FieldChoice choice = FieldChoice.of(
                of("{\"properties\":{\"a\":{\"type\":\"keyword\"}}}"),
                of("{\"properties\":{\"a\":{\"type\":\"keyword\",\"index\":false,\"doc_values\":false}}}"),
                10,
                1);

        assertThat(choice.untold()).isEmpty();
        assertThat(choice.asked()).extracting(FieldPair::name).containsExactly("_ignored", "a");
    }

    @Test
    void ofManyFieldsTheSameAreDrawnEachTime() {
        SearchedFields fields = new SearchedFields(
                Map.of(
                        "_ignored", SearchedField.indexed("_ignored"),
                        "a", SearchedField.indexed("a"),
                        "b", SearchedField.indexed("b"),
                        "c", SearchedField.indexed("c")),
                Map.of());

        List<FieldPair> drawn = FieldChoice.of(fields, fields, 2, 5).asked();

        assertThat(drawn).hasSize(2).extracting(FieldPair::name).contains("_ignored");
        assertThat(FieldChoice.of(fields, fields, 2, 5).asked()).isEqualTo(drawn);
    }
}
