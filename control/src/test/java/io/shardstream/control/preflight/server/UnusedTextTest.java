package io.shardstream.control.preflight.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.control.state.finding.Finding;
import io.shardstream.control.state.finding.Severity;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class UnusedTextTest {
    private static final JsonNode MAPPING = json("""
            {'properties':{'title':{'type':'text','fields':{'plain':{'type':'text'},'raw':{'type':'keyword'}}},
             'note':{'type':'text'},'home':{'properties':{'street':{'type':'match_only_text'}}},'age':{'type':'long'}}}""");

    /// The second copy has counted for a shorter time.
    private static final JsonNode STATS = json("""
            {'_shards':{'total':2,'failed':0},'cities':{'shards':[
              {'tracking_started_at_millis':1767225600000,'stats':{'fields':{
                'title':{'any':0},'note':{'any':0},'home.street':{'any':'3'}}}},
              {'tracking_started_at_millis':1767312000000,'stats':{'fields':{'title':{'any':7}}}}]}}""");

    @Test
    void textThatNoCopyHasSearchedIsNamedWithSinceWhen() {
        assertThat(UnusedText.of(MAPPING, MAPPING, usage())).hasValueSatisfying(finding -> {
            assertThat(finding.severity()).isEqualTo(Severity.NOTES);
            assertThat(finding.what())
                    .isEqualTo("Text fields that no search of the source has used since 2026-01-02T00:00:00Z: note,"
                            + " title.plain.");
        });
    }

    @Test
    void whatTheTargetDoesNotIndexNeedsNoAdvice() {
        JsonNode target = json("{'properties':{'title':{'type':'text'},'note':{'type':'text','index':false}}}");
        assertThat(UnusedText.of(MAPPING, target, usage())).isEmpty();
        assertThat(UnusedText.mayBe(MAPPING, json("{'properties':{'note':{'type':'text','index':false}}}")))
                .isFalse();
    }

    @Test
    void whereACopyDoesNotAnswerNothingIsSaid() {
        assertThat(FieldUsage.of("cities", json(STATS.toString().replace("\"failed\":0", "\"failed\":1"))))
                .isEmpty();
        assertThat(FieldUsage.of("other", STATS)).isEmpty();
    }

    @Test
    void ofManyFieldsTenAreNamed() {
        StringBuilder fields = new StringBuilder("'x':{'type':'text'}");
        for (int i = 0; i < 11; i++) {
            fields.append(",'f").append(i).append("':{'type':'text'}");
        }
        JsonNode many = json("{'properties':{" + fields + "}}");
        assertThat(UnusedText.of(many, many, usage()))
                .map(Finding::what)
                .hasValueSatisfying(what -> assertThat(what).endsWith("f8 and 2 more."));
    }

    private static FieldUsage usage() {
        return FieldUsage.of("cities", STATS).orElseThrow();
    }

    private static JsonNode json(String text) {
        return new JsonMapper().readTree(text.replace('\'', '"'));
    }
}
