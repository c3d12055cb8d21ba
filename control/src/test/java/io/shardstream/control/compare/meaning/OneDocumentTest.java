package io.shardstream.control.compare.meaning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.elastic.Call;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.elastic.Reply;
import io.shardstream.control.compare.scan.DocumentName;
import io.shardstream.control.compare.version.MemoryRun;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OneDocumentTest {
    private static OneDocument document(String id) {
        return new OneDocument("cities", new DocumentName(Bytes.utf8(id), null, 1, 1));
    }

    private static Reply answer(String body) {
        return new Reply("http://a:9200", Call.get("/cities/_mget"), 200, Bytes.utf8(body));
    }

    @Test
    void whatIsSaidOfOneThatIsAskedForInABodyIsAPartOfTheAnswer() throws ElasticException {
        Reply answer = answer("{\"docs\":[{\"found\":true,\"_source\":{\"error\":{\"type\":\"x\"}}}]}");

        assertThat(document("_a").in(answer, answer.json()).path("found").asBoolean(false))
                .isTrue();
    }

    @Test
    void whatIsSaidOfAnyOtherIsTheAnswer() throws ElasticException {
        Reply answer = answer("{\"found\":true}");

        assertThat(document("a").in(answer, answer.json()).path("found").asBoolean(false))
                .isTrue();
    }

    /// The answer has status 200 and does not say which one the failure would have alone.
    @ParameterizedTest
    @CsvSource({
        "no_shard_available_action_exception, 500, true",
        "circuit_breaking_exception, 429, true",
        "es_rejected_execution_exception, 429, true",
        "rejected_execution_exception, 429, true",
        "security_exception, 403, false",
        "index_not_found_exception, 404, false",
        "illegal_argument_exception, 400, false",
    })
    void oneThatFailedIsARefusalAsIfItWereAskedForAlone(String type, int status, boolean isOfTheMoment)
            throws ElasticException {
        Reply answer = answer("{\"docs\":[{\"_id\":\"_a\",\"error\":{\"type\":\"" + type + "\",\"reason\":\"why\"}}]}");

        assertThatThrownBy(() -> document("_a").in(answer, answer.json()))
                .hasMessage("http://a:9200 answered GET /cities/_mget with " + status + " " + type + ": why")
                .isInstanceOfSatisfying(
                        ElasticException.Refused.class,
                        refused -> assertThat(refused.isOfTheMoment()).isEqualTo(isOfTheMoment));
    }

    @ParameterizedTest
    @ValueSource(strings = {"_mget", "_mtermvectors"})
    void aComparisonFailsWhereADocumentWithSuchAnIdCannotBeHad(String operation) {
        MemoryRun run = new MemoryRun(1, 1);
        MemorySearch search = new MemorySearch(run);
        run.source(0).index("d", "{\"f\":1,\"t\":\"x\"}");
        run.source(0).index("_search", "{\"f\":1,\"t\":\"x\"}");
        run.copy();
        search.failingForEach = operation;

        assertThatThrownBy(() -> new MeaningComparison(search.sides(), run, run.sleeper(), search)
                        .compare(new MeaningOptions(true, 0, MeaningOptions.MOST_FIELDS, Duration.ofMinutes(1))))
                .isInstanceOf(ElasticException.Refused.class)
                .hasMessageContaining("no_shard_available_action_exception");
    }
}
