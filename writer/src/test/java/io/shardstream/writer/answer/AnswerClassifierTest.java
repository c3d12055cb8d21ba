package io.shardstream.writer.answer;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.elastic.Call;
import io.shardstream.common.elastic.Reply;
import io.shardstream.writer.limit.Pressure;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AnswerClassifierTest {
    @ParameterizedTest
    @ValueSource(ints = {408, 429, 500, 502, 503, 504, 529})
    void aWholeRequestThatFailedForAWhileIsSentAgain(int status) {
        assertThat(whole(status, "")).isInstanceOf(BulkAnswer.Again.class);
    }

    @ParameterizedTest
    @ValueSource(ints = {401, 403})
    void refusedCredentialsStopTheWriterAndRejectNothing(int status) {
        assertThat(whole(status, "{\"error\":{\"type\":\"security_exception\",\"reason\":\"no\"}}"))
                .isInstanceOfSatisfying(
                        BulkAnswer.Stop.class, stop -> assertThat(stop.cause()).isEqualTo(StopCause.CREDENTIALS));
        assertThat(AnswerClassifier.item(ItemStatus.of(status, "security_exception", "no"), false))
                .isInstanceOfSatisfying(
                        ItemAnswer.Stop.class, stop -> assertThat(stop.cause()).isEqualTo(StopCause.CREDENTIALS));
    }

    @Test
    void aBlockOfTheWholeClusterIsWaitedFor() {
        String body = "{\"error\":{\"type\":\"cluster_block_exception\",\"reason\":\"blocked by: [FORBIDDEN/6/\"}}";
        assertThat(whole(403, body)).isInstanceOf(BulkAnswer.Again.class);
    }

    /// Servers say that it is a `security_exception`, firewalls do not.
    @Test
    void aPageThatForbidsIsNotTheTargets() {
        assertThat(whole(403, "<html>Forbidden</html>"))
                .isInstanceOfSatisfying(
                        BulkAnswer.Stop.class, stop -> assertThat(stop.cause()).isEqualTo(StopCause.NOT_THE_TARGET));
    }

    /// C-18: `ShardIndexingPressure` of OpenSearch 3.8. A shard's limit grows, the node's does not.
    @ParameterizedTest
    @CsvSource({"1133507, 524288, 500000, true", "1133507, 1024, 52428800, false"})
    void aShareOfABulkThatIsAboveANodesLimitIsTooLargeAndOneAboveItsShardsIsNot(
            long bytes, long mostOfShard, long mostOfNode, boolean isForEver) {
        String reason = "rejected execution of coordinating operation [shard_detail=[i][0], shard_total_bytes=0,"
                + " shard_operation_bytes=" + bytes + ", shard_max_coordinating_and_primary_bytes=" + mostOfShard
                + ", shard_max_replica_bytes=" + mostOfShard + "] OR [node_total_bytes=0, node_operation_bytes=" + bytes
                + ", node_max_coordinating_and_primary_bytes=" + mostOfNode + ", node_max_replica_bytes=" + mostOfNode
                + "]";
        ItemAnswer answer = AnswerClassifier.item(ItemStatus.of(429, "rejected_execution_exception", reason), false);
        if (isForEver) {
            assertThat(answer).isInstanceOf(ItemAnswer.TooLarge.class);
        } else {
            assertThat(answer)
                    .isInstanceOfSatisfying(
                            ItemAnswer.Again.class,
                            again -> assertThat(again.pressure()).isEqualTo(Pressure.MEMORY));
        }
    }

    /// Of a proxy, for a while: no document is to blame.
    @Test
    void aBadRequestThatNoServerExplainsIsNoDocuments() {
        assertThat(whole(400, "<html>400 Bad Request</html>"))
                .isInstanceOfSatisfying(
                        BulkAnswer.Stop.class, stop -> assertThat(stop.cause()).isEqualTo(StopCause.NOT_THE_TARGET));
        assertThat(whole(400, "{\"error\":{\"type\":\"x_content_parse_exception\",\"reason\":\"no\"}}"))
                .isInstanceOf(BulkAnswer.BadRequest.class);
    }

    @Test
    void aRequestThatIsTooLongForHttpIsTooLarge() {
        assertThat(whole(413, "")).isInstanceOf(BulkAnswer.TooLarge.class);
    }

    @ParameterizedTest
    @ValueSource(ints = {302, 404, 405, 406, 410, 415})
    void anAnswerThatIsNotOfSuchAServerIsToldFromOneThatIs(int status) {
        assertThat(whole(status, "<html>"))
                .isInstanceOfSatisfying(
                        BulkAnswer.Stop.class, stop -> assertThat(stop.cause()).isEqualTo(StopCause.NOT_THE_TARGET));
        assertThat(whole(status, "{\"error\":{\"type\":\"index_not_found_exception\",\"reason\":\"why\"}}"))
                .isInstanceOfSatisfying(
                        BulkAnswer.Stop.class,
                        stop -> assertThat(stop.cause())
                                .isEqualTo(status == 404 ? StopCause.NO_TARGET : StopCause.REQUEST));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "<html>",
                "{}",
                "[]",
                "{\"items\":[]}",
                "{\"items\":[{\"index\":{\"status\":200}},{}]}",
                "{\"items\":[{"
            })
    void anAnswerThatDoesNotFitTheRequestSaysNothingAboutIt(String body) {
        assertThat(whole(200, body)).isInstanceOf(BulkAnswer.Again.class);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 202, 404, 410, 500, 503, 504})
    void anItemThatIsNotUnderstoodIsNeverTakenForDone(int status) {
        assertThat(AnswerClassifier.item(ItemStatus.of(status, "", ""), false))
                .isNotInstanceOf(ItemAnswer.Applied.class)
                .isNotInstanceOf(ItemAnswer.Superseded.class)
                .isNotInstanceOf(ItemAnswer.Refused.class);
    }

    /// C-133: as Elasticsearch 7.17 and OpenSearch 3.8 say it, and of one value alone.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "illegal_argument_exception | mapper [fi] cannot be changed from type [long] to [float] | true",
                "mapper_parsing_exception | Can't merge a non object mapping [a] with an object mapping | true",
                "strict_dynamic_mapping_exception | dynamic introduction of [n] within [_doc] is not allowed | true",
                "mapper_parsing_exception | failed to parse field [n] of type [long] | false",
                "document_parsing_exception | [1:6] failed to parse field [n] of type [long] | false",
                "document_not_one_line | a string holds a raw line feed | false",
            })
    void whatTwoShardsHaveMetAtOnceMayPass(String type, String reason, boolean mayPass) {
        assertThat(new ItemAnswer.Refused(type, reason).mayPass()).isEqualTo(mayPass);
    }

    /// C-137: an inference endpoint that a field of the target needs.
    @Test
    void whatADocumentNeedsAndIsNotThereIsTheDocuments() {
        String type = "resource_not_found_exception";
        assertThat(AnswerClassifier.item(ItemStatus.of(404, type, "Inference endpoint not found [e]"), false))
                .isEqualTo(new ItemAnswer.Refused(type, "Inference endpoint not found [e]"));
        assertThat(AnswerClassifier.item(ItemStatus.of(404, type, "Inference endpoint not found [e]"), true))
                .isInstanceOf(ItemAnswer.Refused.class);
        assertThat(whole(404, "{\"error\":{\"type\":\"" + type + "\",\"reason\":\"no\"}}"))
                .isInstanceOf(BulkAnswer.BadRequest.class);
    }

    @Test
    void aTargetThatIsNotThereIsNoDocumentsFaultAndAShardComesBack() {
        assertThat(AnswerClassifier.item(ItemStatus.of(404, "index_not_found_exception", "no such index [X]"), false))
                .isInstanceOfSatisfying(
                        ItemAnswer.Stop.class, stop -> assertThat(stop.cause()).isEqualTo(StopCause.NO_TARGET));
        assertThat(AnswerClassifier.item(ItemStatus.of(404, "shard_not_found_exception", "no such shard"), false))
                .isInstanceOf(ItemAnswer.Again.class);
        assertThat(AnswerClassifier.item(ItemStatus.of(404, "", ""), true)).isInstanceOf(ItemAnswer.Applied.class);
    }

    @Test
    void onlyAVersionConflictIsSuperseded() {
        assertThat(AnswerClassifier.item(ItemStatus.of(409, "version_conflict_engine_exception", ""), false))
                .isInstanceOf(ItemAnswer.Superseded.class);
        assertThat(AnswerClassifier.item(ItemStatus.of(409, "something_else_exception", ""), false))
                .isInstanceOf(ItemAnswer.Again.class);
    }

    @Test
    void whatMayQuoteADocumentIsNotPartOfWhatIsLogged() {
        assertThat(AnswerClassifier.item(ItemStatus.of(500, "already_closed_exception", "secret document"), false))
                .isEqualTo(new ItemAnswer.Again("500 already_closed_exception"));
    }

    /// C-134: what a server did not foresee may be of a document; what a shard or a disk does never is.
    @Test
    void aFailureOfTheServerMayBeOfADocument() {
        assertThat(AnswerClassifier.item(ItemStatus.of(500, "index_out_of_bounds_exception", "No group 3"), false))
                .isEqualTo(new ItemAnswer.Failed("index_out_of_bounds_exception", "No group 3"));
        assertThat(whole(500, "{\"error\":{\"type\":\"null_pointer_exception\",\"reason\":\"why\"}}"))
                .isInstanceOf(BulkAnswer.Failed.class);
    }

    /// A master that needs longer for a new field than the bulk waits says nothing about the document.
    @Test
    void aMappingThatIsNotUpdatedInTimeIsNoDocuments() {
        assertThat(AnswerClassifier.item(
                        ItemStatus.of(500, "mapper_exception", "timed out while waiting for a dynamic mapping update"),
                        false))
                .isInstanceOf(ItemAnswer.Again.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"status\":201,\"error\":{\"type\":\"t\",\"reason\":\"r\"}",
                "\"status\":200,\"error\":{}",
                "\"status\":200,\"error\":\"no\"",
                "\"status\":404,\"error\":{\"reason\":\"r\"}"
            })
    void anItemWithAnErrorIsNotWrittenWhateverItsStatusSays(String item) {
        Reply reply = new Reply(
                "n",
                Call.postLines("/x/_bulk", Bytes.EMPTY),
                200,
                Bytes.utf8("{\"items\":[{\"delete\":{" + item + "}}]}"));
        assertThat(((BulkAnswer.Items) AnswerClassifier.bulk(reply, 10, List.of(true), "x")).items())
                .singleElement()
                .isInstanceOf(ItemAnswer.Again.class);
    }

    /// C-136: 7.17 and OpenSearch, 8.19 and later, and Lucene itself.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "Number of documents in the index can't exceed [2147483519]",
                "Number of documents in the shard cannot exceed [2147483519]; for more information, see [https://e/]",
                "number of documents in the index cannot exceed 2147483519",
            })
    void aFullShardIsNoDocumentsFault(String reason) {
        for (boolean delete : List.of(true, false)) {
            assertThat(AnswerClassifier.item(ItemStatus.of(400, "illegal_argument_exception", reason), delete))
                    .isInstanceOfSatisfying(ItemAnswer.Stop.class, stop -> {
                        assertThat(stop.cause()).isEqualTo(StopCause.FULL_SHARD);
                        assertThat(stop.reason()).contains(reason);
                    });
        }
        assertThat(AnswerClassifier.item(
                        ItemStatus.of(400, "illegal_argument_exception", "field [x] quotes '" + reason + "'"), false))
                .isInstanceOf(ItemAnswer.Refused.class);
    }

    /// `IllegalIndexShardStateException.status` is 404 for each of them.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "shard_not_found_exception",
                "illegal_index_shard_state_exception",
                "index_shard_closed_exception",
                "index_shard_not_started_exception",
                "index_shard_not_recovering_exception",
                "index_shard_recovering_exception",
                "index_shard_relocated_exception",
                "shard_not_in_primary_mode_exception",
                "primary_shard_closed_exception"
            })
    void aShardThatIsNotInTheStateToWriteIsWaitedForAndNoDocumentIsRefused(String type) {
        for (boolean isDelete : List.of(false, true)) {
            assertThat(AnswerClassifier.item(ItemStatus.of(404, type, "CurrentState[CLOSED] Closed"), isDelete))
                    .isInstanceOf(ItemAnswer.Again.class);
        }
        assertThat(whole(404, "{\"error\":{\"type\":\"" + type + "\",\"reason\":\"Closed\"}}"))
                .isInstanceOf(BulkAnswer.Again.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "retry_on_primary_exception",
                "retry_on_replica_exception",
                "already_closed_exception",
                "engine_closed_exception",
                "translog_exception",
                "i_o_exception",
                "file_system_exception",
                "corrupt_index_exception",
                "index_shard_not_started_exception",
                "node_closed_exception",
                "remote_transport_exception",
                "out_of_memory_error"
            })
    void aFailureOfAShardOrItsDiskIsNoDocuments(String type) {
        assertThat(AnswerClassifier.item(ItemStatus.of(500, type, ""), false)).isInstanceOf(ItemAnswer.Again.class);
        assertThat(whole(500, "{\"error\":{\"type\":\"" + type + "\",\"reason\":\"why\"}}"))
                .isInstanceOf(BulkAnswer.Again.class);
    }

    /// Documents of logs may hold what servers say.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "coordinating_operation_bytes=900, max_coordinating_and_primary_bytes=100",
                "contains an operation of size ["
            })
    void aSizeThatStandsInTheDocumentIsNotTheDocuments(String source) {
        String reason = "rejected execution of processing of [7][indices:data/write/bulk[s][p]]: request:"
                + " BulkShardRequest [[x][0]] containing [index {[x][_doc][1], source[{" + source + "}]}]";
        assertThat(AnswerClassifier.item(ItemStatus.of(429, "es_rejected_execution_exception", reason), false))
                .isInstanceOf(ItemAnswer.Again.class);
        assertThat(whole(429, "{\"error\":{\"type\":\"t\",\"reason\":\"" + reason + "\"}}"))
                .isInstanceOf(BulkAnswer.Again.class);
    }

    /// As Elasticsearch 7.17.29, 8.19.21 and 9.5.3 say it, and a full queue of 7.17 by its source.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "503 | unavailable_shards_exception | [away][0] primary shard is not active Timeout: [1s], request:"
                        + " [BulkShardRequest [[away][0]] containing [index {[Away][1], source[{secret}]}]]"
                        + " | [away][0] primary shard is not active Timeout: [1s], …",
                "429 | es_rejected_execution_exception | rejected execution of processing of"
                        + " [7][indices:data/write/bulk[s][p]]: request: BulkShardRequest [[x][0]] containing [index"
                        + " {[x][_doc][1], source[{secret}]}], target allocation id: a, primary term: 1 on EsThreadPool"
                        + " | rejected execution of processing of [7][indices:data/write/bulk[s][p]]: …",
                "429 | es_rejected_execution_exception | rejected execution of coordinating operation [x=1]"
                        + " | rejected execution of coordinating operation [x=1]",
            })
    void aServerThatQuotesTheRequestIsCutShort(int status, String type, String reason, String logged) {
        assertThat(AnswerClassifier.item(ItemStatus.of(status, type, reason), false))
                .isInstanceOfSatisfying(
                        ItemAnswer.Again.class,
                        again -> assertThat(again.why()).isEqualTo(status + " " + type + ": " + logged));
        assertThat(whole(status, "{\"error\":{\"type\":\"t\",\"reason\":\"" + reason + "\"}}"))
                .isInstanceOfSatisfying(
                        BulkAnswer.Again.class,
                        again -> assertThat(again.reason()).endsWith(logged));
    }

    @Test
    void theReasonNamesItsCauseUnlessItAlreadyDoes() {
        String body = """
                {"took":1,"errors":true,"items":[{"index":{"status":400,"error":{"type":"mapper_parsing_exception",
                "reason":"failed to parse","caused_by":{"reason":"Unexpected end"}}}},{"index":{"status":400,
                "error":{"type":"t","reason":"failed: no number","caused_by":{"reason":"no number"}}}}]}""";
        Reply reply = new Reply("n", Call.postLines("/x/_bulk", Bytes.EMPTY), 200, Bytes.utf8(body));
        assertThat(((BulkAnswer.Items) AnswerClassifier.bulk(reply, 10, List.of(false, false), "x")).items())
                .containsExactly(
                        new ItemAnswer.Refused("mapper_parsing_exception", "failed to parse: Unexpected end"),
                        new ItemAnswer.Refused("t", "failed: no number"));
    }

    /// C-131: a field that takes numbers and is given a long text is told with all of it, and the cause once
    /// more.
    @Test
    void ofAReasonTheBeginningIsKept() {
        String value = "x".repeat(3_500_000);
        String error = "{\"type\":\"document_parsing_exception\",\"reason\":\"failed to parse field [n]: " + value
                + "\",\"caused_by\":{\"reason\":\"For input string: " + value + "\"}}";
        Reply reply = new Reply(
                "n",
                Call.postLines("/x/_bulk", Bytes.EMPTY),
                200,
                Bytes.utf8("{\"items\":[{\"index\":{\"status\":400,\"error\":" + error + "}}]}"));
        assertThat(((BulkAnswer.Items) AnswerClassifier.bulk(reply, 10, List.of(false), "x")).items())
                .singleElement()
                .isInstanceOfSatisfying(
                        ItemAnswer.Refused.class,
                        refused -> assertThat(refused.reason())
                                .startsWith("failed to parse field [n]: xxx")
                                .contains(" …: For input string: xxx")
                                .hasSizeLessThan(5_000));
        assertThat(whole(400, "{\"error\":" + error + "}"))
                .isInstanceOfSatisfying(
                        BulkAnswer.BadRequest.class,
                        bad -> assertThat(bad.reason())
                                .startsWith("failed to parse field [n]: xxx")
                                .hasSizeLessThan(5_000));
    }

    @Test
    void aBreakerThatWouldTripOnThisRequestAloneFindsItTooLarge() {
        String always =
                "[parent] Data too large, data for [<http_request>] would be [900/900b], which is larger than the"
                        + " limit of [800/800b], real usage: [90/90b], new bytes reserved: [810/810b]";
        String now = always.replace("[810/810b]", "[400/400b]");
        assertThat(AnswerClassifier.item(ItemStatus.of(429, "circuit_breaking_exception", always), false))
                .isInstanceOf(ItemAnswer.TooLarge.class);
        assertThat(AnswerClassifier.item(ItemStatus.of(429, "circuit_breaking_exception", now), false))
                .isInstanceOf(ItemAnswer.Again.class);
    }

    /// A breaker below the one above all others does not say how much was asked for.
    @Test
    void aRequestThatIsLongerThanABreakersLimitIsTooLarge() {
        String reason = "[in_flight_requests] Data too large, data for [<http_request>] would be [2000/1.9kb], which is"
                + " larger than the limit of [%d/1b]";
        assertThat(SizeRefusal.isForEver(reason.formatted(999), 1000)).isTrue();
        assertThat(SizeRefusal.isForEver(reason.formatted(1000), 1000)).isFalse();
    }

    @Test
    void theOldSentenceAboutIndexingPressureIsKnownToo() {
        String reason =
                "rejected execution of coordinating operation [coordinating_and_primary_bytes=0, replica_bytes=0,"
                        + " all_bytes=0, coordinating_operation_bytes=217401225, max_coordinating_and_primary_bytes=199583334]";
        assertThat(SizeRefusal.isForEver(reason, 0)).isTrue();
        assertThat(SizeRefusal.isForEver(reason.replace("=217401225", "=100"), 0))
                .isFalse();
        assertThat(SizeRefusal.isForEver(
                        "Request contains an operation of size [9] which exceeds the maximum allowed limit [8]", 0))
                .isTrue();
    }

    private static BulkAnswer whole(int status, String body) {
        Reply reply = new Reply("127.0.0.1:9200", Call.postLines("/x/_bulk", Bytes.EMPTY), status, Bytes.utf8(body));
        return AnswerClassifier.bulk(reply, 1000, List.of(false), "x");
    }
}
