package io.shardstream.workload.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class ResultTest {
    private static final LoadRequest BULK = LoadRequest.bulk(List.of(
            new Operation(1, 0, OperationKind.INSERT),
            new Operation(2, 1, OperationKind.DELETE),
            new Operation(3, 2, OperationKind.UPDATE)));

    private static List<OperationOutcome> outcomes(int status, String body) {
        return BulkText.results(BULK, status, body.getBytes(StandardCharsets.UTF_8)).stream()
                .map(Result::outcome)
                .toList();
    }

    @Test
    void aDeleteOfWhatIsNotThereIsAcknowledgedAndAMissingIndexIsNot() {
        assertThat(Result.of(404, true).outcome()).isEqualTo(OperationOutcome.OK);
        assertThat(Result.of(404, false).outcome()).isEqualTo(OperationOutcome.FAILED);
    }

    @Test
    void onlyAClearAnswerIsBelieved() {
        assertThat(List.of(200, 201)).allMatch(status -> Result.of(status, true).outcome() == OperationOutcome.OK);
        assertThat(List.of(200, 201))
                .as("such as the page of a proxy")
                .allMatch(status -> Result.of(status, false).outcome() == OperationOutcome.UNKNOWN);
        assertThat(List.of(400, 401, 403))
                .allMatch(status -> Result.of(status, false).outcome() == OperationOutcome.FAILED);
        assertThat(List.of(409, 429, 500, 502, 503, 504))
                .allMatch(status -> Result.of(status, false).outcome() == OperationOutcome.UNKNOWN);
    }

    @Test
    void everyItemOfABulkHasItsOwnOutcome() {
        assertThat(outcomes(200, """
                {"items":[{"create":{"status":201,"result":"created"}},\
                {"delete":{"status":404,"result":"not_found"}},{"index":{"status":403}}]}"""))
                .containsExactly(OperationOutcome.OK, OperationOutcome.OK, OperationOutcome.FAILED);
        assertThat(outcomes(200, """
                {"items":[{"create":{"status":201}},{"delete":{"status":200}},{"index":{"status":200}}]}""")).containsOnly(OperationOutcome.UNKNOWN);
    }

    @Test
    void anAnswerThatIsNotWholeSaysNothing() {
        assertThat(outcomes(200, "{\"items\":[{\"create\":{\"status\":201,\"result\":\"cr"))
                .containsOnly(OperationOutcome.UNKNOWN);
        assertThat(outcomes(200, "{\"items\":[{\"create\":{\"status\":201,\"result\":\"created\"}}]}"))
                .containsOnly(OperationOutcome.UNKNOWN);
        assertThat(outcomes(503, "")).containsOnly(OperationOutcome.UNKNOWN);
        assertThat(outcomes(429, "")).containsOnly(OperationOutcome.FAILED);
    }
}
