package io.shardstream.writer.answer;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.elastic.Call;
import io.shardstream.common.elastic.Reply;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Answers that real servers gave, each with what it has to mean. A file holds one JSON object a line; the
/// integration tests' `AnswersMeasurement` prints such lines.
class RecordedAnswersTest {
    private static final JsonMapper MAPPER = new JsonMapper();

    @TestFactory
    Stream<DynamicTest> elasticsearch9() throws IOException {
        return tests("elasticsearch-9.5.3");
    }

    @TestFactory
    Stream<DynamicTest> elasticsearch8() throws IOException {
        return tests("elasticsearch-8.19.21");
    }

    @TestFactory
    Stream<DynamicTest> elasticsearch7() throws IOException {
        return tests("elasticsearch-7.17.29");
    }

    @TestFactory
    Stream<DynamicTest> openSearch() throws IOException {
        return tests("opensearch-3.8.0");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"elasticsearch-9.5.3", "elasticsearch-8.19.21", "elasticsearch-7.17.29", "opensearch-3.8.0"})
    void everyServerWasAskedForEveryKindOfAnswer(String server) throws IOException {
        assertThat(recorded(server)
                        .map(answer -> answer.path("expect").toString())
                        .collect(Collectors.joining()))
                .contains(
                        "applied",
                        "superseded",
                        "refused",
                        "bad request",
                        "no target",
                        "closed",
                        "pipeline",
                        "stop request",
                        "too large",
                        "again: overload",
                        "again: memory",
                        "again: block",
                        "again: no answer");
    }

    /// Of OpenSearch there is no server with its security plugin to record from.
    @ParameterizedTest
    @ValueSource(strings = {"elasticsearch-9.5.3", "elasticsearch-8.19.21", "elasticsearch-7.17.29"})
    void everyServerThatKnowsItsUsersWasAskedByOneItDoesNotKnowAndOneWhoMayNotWrite(String server) throws IOException {
        assertThat(recorded(server)
                        .map(answer -> answer.path("expect").toString())
                        .filter(expected -> expected.contains("credentials")))
                .hasSize(3);
    }

    private static Stream<DynamicTest> tests(String server) throws IOException {
        return recorded(server)
                .map(answer -> DynamicTest.dynamicTest(
                        server + ": " + answer.path("case").stringValue(), () -> check(answer)));
    }

    private static Stream<JsonNode> recorded(String server) throws IOException {
        List<JsonNode> answers = new ArrayList<>();
        try (InputStream file = requireNonNull(
                        RecordedAnswersTest.class.getResourceAsStream("/answers/" + server + ".ndjson"));
                BufferedReader lines = new BufferedReader(new InputStreamReader(file, StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                answers.add(MAPPER.readTree(line));
            }
        }
        return answers.stream();
    }

    private static void check(JsonNode recorded) {
        List<Boolean> deletes = new ArrayList<>();
        recorded.path("deletes").forEach(delete -> deletes.add(delete.booleanValue()));
        Reply reply = new Reply(
                "127.0.0.1:9200",
                Call.postLines("/x/_bulk", Bytes.EMPTY),
                recorded.path("status").intValue(),
                Bytes.utf8(recorded.path("body").stringValue()));
        BulkAnswer answer =
                AnswerClassifier.bulk(reply, recorded.path("request_bytes").asLong(0), deletes, "x");
        JsonNode expect = recorded.path("expect");
        if (expect.isString()) {
            assertThat(nameOf(answer)).isEqualTo(expect.stringValue());
        } else {
            List<String> expected = new ArrayList<>();
            expect.forEach(item -> expected.add(item.stringValue()));
            assertThat(((BulkAnswer.Items) answer).items())
                    .extracting(RecordedAnswersTest::nameOf)
                    .isEqualTo(expected);
        }
    }

    private static String nameOf(BulkAnswer answer) {
        return switch (answer) {
            case BulkAnswer.Items items -> "items";
            case BulkAnswer.Again again -> "again: " + again.pressure().label();
            case BulkAnswer.Failed failed -> "failed";
            case BulkAnswer.TooLarge tooLarge -> "too large";
            case BulkAnswer.BadRequest bad -> "bad request";
            case BulkAnswer.Stop stop -> "stop " + nameOf(stop.cause());
        };
    }

    private static String nameOf(ItemAnswer answer) {
        return switch (answer) {
            case ItemAnswer.Applied applied -> "applied";
            case ItemAnswer.Superseded superseded -> "superseded";
            case ItemAnswer.Again again -> "again: " + again.pressure().label();
            case ItemAnswer.Refused refused -> {
                assertThat(refused.type()).isNotEmpty();
                assertThat(refused.reason()).isNotEmpty();
                yield "refused";
            }
            case ItemAnswer.Failed failed -> "failed";
            case ItemAnswer.TooLarge tooLarge -> "too large";
            case ItemAnswer.Stop stop -> nameOf(stop.cause());
        };
    }

    private static String nameOf(StopCause cause) {
        return cause.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
