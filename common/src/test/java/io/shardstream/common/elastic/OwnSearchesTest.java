package io.shardstream.common.elastic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.contract.bytes.Bytes;
import org.junit.jupiter.api.Test;

class OwnSearchesTest {
    private static final Call SEARCH = Call.post("/i/_search", Bytes.utf8("{}"));

    private static Reply reply(String body) {
        return new Reply("http://n:9200", SEARCH, 200, Bytes.utf8(body));
    }

    @Test
    void aSearchOfOursIsNotEndedByTheClustersTimeOut() {
        assertThat(OwnSearches.of(SEARCH).query())
                .containsEntry("stats", "shardstream")
                .containsEntry("timeout", "-1");
    }

    @Test
    void aSearchOfOursGoesThroughNoPipelineOfTheIndex() {
        assertThat(OwnSearches.of(SEARCH).query()).containsEntry("search_pipeline", "_none");
    }

    @Test
    void aSearchOfSomebodyElsesKeepsItsOwn() {
        assertThat(OwnSearches.asGiven(SEARCH).query()).containsOnlyKeys("stats");
    }

    @Test
    void anAnswerThatTimedOutIsNone() throws Exception {
        assertThat(OwnSearches.answer(reply("{\"timed_out\":false,\"took\":3}"))
                        .path("took")
                        .asInt())
                .isEqualTo(3);
        assertThatThrownBy(() -> OwnSearches.answer(reply("{\"timed_out\":true,\"took\":3}")))
                .isInstanceOf(ElasticException.Malformed.class)
                .hasMessageContaining("http://n:9200 ended the search POST /i/_search before it was through");
    }
}
