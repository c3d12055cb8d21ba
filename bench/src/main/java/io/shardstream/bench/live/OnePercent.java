package io.shardstream.bench.live;

import io.shardstream.bench.documents.Workload;
import io.shardstream.bench.stage.BenchRest;
import io.shardstream.workload.load.SampleDocument;
import java.util.Iterator;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/// One of a hundred documents, which is deleted while a run follows.
final class OnePercent {
    /// One of so many documents is deleted.
    static final int OF = 100;

    private OnePercent() {}

    /// How many these are.
    static long count(Workload workload) {
        return (workload.documents() + OF - 1) / OF;
    }

    /// Deletes them.
    ///
    /// @throws IllegalStateException if the server refuses one
    static void delete(Workload workload, BenchRest rest, String index) {
        StringBuilder lines = new StringBuilder();
        try (Stream<SampleDocument> documents = workload.stream()) {
            long number = 0;
            for (Iterator<SampleDocument> each = documents.iterator(); each.hasNext(); number++) {
                String id = each.next().id();
                if (number % OF == 0) {
                    lines.append("{\"delete\":{\"_id\":\"").append(id).append("\"}}\n");
                }
            }
        }
        JsonNode answer = rest.post("/" + index + "/_bulk?filter_path=errors", lines.toString());
        if (answer.path("errors").asBoolean(true)) {
            throw new IllegalStateException("Not all documents could be deleted that were to be");
        }
    }
}
