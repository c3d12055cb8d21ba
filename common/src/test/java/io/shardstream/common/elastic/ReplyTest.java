package io.shardstream.common.elastic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.contract.bytes.Bytes;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReplyTest {
    /// C-48: a document may be in it.
    @Test
    void anAnswerIsReadHoweverDeepItIsAndHoweverLongItsNamesAre() throws Exception {
        String deep = "{\"a\":".repeat(990) + "1" + "}".repeat(990);
        String named = "{\"" + "k".repeat(60_000) + "\":1}";

        assertThat(answer("{\"_source\":" + deep + "}")
                        .document()
                        .path("_source")
                        .isObject())
                .isTrue();
        assertThat(answer("{\"_source\":" + named + "}").json().path("_source").size())
                .isOne();
    }

    @Test
    void anAnswerWithoutDocumentsIsNeitherDeepNorHasItLongNumbers() {
        for (String body : List.of("[".repeat(2_000) + "]".repeat(2_000), "9".repeat(2_000))) {
            assertThatThrownBy(() -> answer(body).json())
                    .isInstanceOf(ElasticException.Malformed.class)
                    .hasMessageStartingWith("n answered GET / with status 200 and more levels of JSON");
        }
    }

    private static Reply answer(String body) {
        return new Reply("n", Call.get("/"), 200, Bytes.utf8(body));
    }

    /// As Elasticsearch 9.5 and OpenSearch 3.8 answer a `terms` query that is too long.
    private static final String TOO_MANY_TERMS =
            "{\"error\":{\"root_cause\":[{\"type\":\"illegal_argument_exception\",\"reason\":\"The number of terms [700]"
                    + " used in the Terms Query request has exceeded the allowed maximum of [100]. This maximum can be"
                    + " set by changing the [index.max_terms_count] index level setting.\"}],"
                    + "\"type\":\"search_phase_execution_exception\",\"reason\":\"all shards failed\",\"phase\":\"query\"},"
                    + "\"status\":400}";

    private static Reply reply(int status, String body) {
        return new Reply("http://n:9200", Call.get("/i/_search"), status, Bytes.utf8(body));
    }

    @ParameterizedTest
    @CsvSource({
        "400, illegal_argument_exception, false",
        "403, cluster_block_exception, false",
        "404, index_not_found_exception, false",
        "408, '', true",
        "429, es_rejected_execution_exception, true",
        "429, cluster_block_exception, false",
        "503, cluster_block_exception, true",
        "504, '', true"
    })
    void whichRefusalsPassByThemselves(int status, String type, boolean isOfTheMoment) {
        assertThatThrownBy(() ->
                        reply(status, "{\"error\":{\"type\":\"" + type + "\"}}").orThrow())
                .isInstanceOfSatisfying(
                        ElasticException.Refused.class,
                        refused -> assertThat(refused.isOfTheMoment()).isEqualTo(isOfTheMoment));
    }

    @Test
    void ofAFailedSearchTheRootCauseIsTold() {
        assertThatThrownBy(() -> reply(400, TOO_MANY_TERMS).orThrow())
                .isInstanceOfSatisfying(ElasticException.Refused.class, refused -> {
                    assertThat(refused.type()).isEqualTo("illegal_argument_exception");
                    assertThat(refused.isOfLimit()).isTrue();
                })
                .hasMessage("http://n:9200 answered GET /i/_search with 400 illegal_argument_exception: The number of"
                        + " terms [700] used in the Terms Query request has exceeded the allowed maximum of [100]. This"
                        + " maximum can be set by changing the [index.max_terms_count] index level setting.");
    }

    /// What fails when the shards' answers are put together is of no shard.
    @Test
    void ofAFailedReductionTheCauseIsTold() {
        Reply reply = reply(
                503,
                "{\"error\":{\"root_cause\":[],\"type\":\"search_phase_execution_exception\",\"reason\":\"\","
                        + "\"caused_by\":{\"type\":\"too_many_buckets_exception\",\"reason\":\"Trying to create too many"
                        + " buckets.\"}},\"status\":503}");

        assertThat(reply.errorType()).isEqualTo("too_many_buckets_exception");
        assertThat(reply.errorReason()).isEqualTo("Trying to create too many buckets.");
    }

    @Test
    void aFailedSearchWithoutACauseIsToldAsItIs() {
        Reply reply = reply(
                503,
                "{\"error\":{\"root_cause\":[],\"type\":\"search_phase_execution_exception\","
                        + "\"reason\":\"all shards failed\"},\"status\":503}");

        assertThat(reply.errorType()).isEqualTo("search_phase_execution_exception");
        assertThat(reply.errorReason()).isEqualTo("all shards failed");
    }

    @Test
    void otherErrorsAreToldAsTheyAre() {
        Reply reply = reply(
                404,
                "{\"error\":{\"root_cause\":[{\"type\":\"inner\",\"reason\":\"deep\"}],"
                        + "\"type\":\"index_not_found_exception\",\"reason\":\"no such index [i]\"}}");

        assertThat(reply.errorType()).isEqualTo("index_not_found_exception");
        assertThat(reply.errorReason()).isEqualTo("no such index [i]");
        assertThatThrownBy(reply::orThrow)
                .isInstanceOfSatisfying(
                        ElasticException.Refused.class,
                        refused -> assertThat(refused.isOfLimit()).isFalse());
    }
}
