package io.shardstream.workload.load;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The text of a bulk request, and what its answer says.
final class BulkText {
    private static final int OK = 200;
    private static final JsonMapper JSON = new JsonMapper();

    private BulkText() {}

    static byte[] of(List<Operation> operations, LoadDocuments documents) {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        for (Operation operation : operations) {
            String action = switch (operation.kind()) {
                case INSERT, RECREATE -> "create";
                case UPDATE -> "index";
                case DELETE -> "delete";
            };
            String id = documents.id(operation.document());
            text.writeBytes("{\"%s\":{\"_id\":\"%s\"}}\n".formatted(action, id).getBytes(StandardCharsets.UTF_8));
            if (operation.kind().leavesDocument()) {
                text.writeBytes(documents.body(operation.document(), operation.number()));
                text.write('\n');
            }
        }
        return text.toByteArray();
    }

    /// One result for each operation, in their order.
    static List<Result> results(LoadRequest request, int status, byte[] answer) {
        if (status == Result.TOO_MANY) {
            // Refused at the door, with nothing of it begun; an item's 429 says less.
            return request.all(new Result(OperationOutcome.FAILED, status));
        }
        if (status != OK) {
            return request.all(Result.of(status, false));
        }
        try {
            List<Result> results = new ArrayList<>();
            for (JsonNode item : JSON.readTree(answer).path("items")) {
                JsonNode operation = item.iterator().next();
                results.add(Result.of(operation.path("status").asInt(), operation.has("result")));
            }
            return results.size() == request.operations().size() ? results : request.all(Result.NO_ANSWER);
        } catch (JacksonException e) {
            return request.all(Result.NO_ANSWER);
        }
    }

    /// Whether the answer to a single operation says what became of the document.
    static boolean hasResult(byte[] answer) {
        try {
            return JSON.readTree(answer).has("result");
        } catch (JacksonException e) {
            return false;
        }
    }
}
