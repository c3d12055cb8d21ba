package io.shardstream.control.compare.scan;

import io.shardstream.common.elastic.AnswerValues;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// A search for the own numbers of documents with certain versions. Versions cannot be searched for, so it is
/// a pass over the whole shard, which keeps the documents whose version is in a set (`terms` with `include`:
/// a look-up for each document, however many versions are wanted) and tells the numbers of these. Beside it
/// the shard's values are counted, which shows that every document was looked at.
///
/// Measured by `CountingFactsTest`, which asks all servers that count versions.
public final class WordRequest {
    /// Versions that one search looks for. It makes two buckets for each that is there, and servers allow
    /// 65,535 (`search.max_buckets`).
    public static final int MOST = 8_192;

    /// Documents with one version, in a source that was shrunk; more are not told.
    private static final int MOST_ALIKE = 16;

    private static final String FIELD = "_version";
    private static final String WANTED = "wanted";
    private static final String ALL = "all";
    private static final String NUMBERS = "numbers";

    private final List<Long> versions;

    /// @param versions from the lowest, each once, at most [#MOST]
    public WordRequest(List<Long> versions) {
        this.versions = List.copyOf(versions);
    }

    /// What is asked for.
    public ObjectNode body() {
        ObjectNode body = CountRequest.countingBody();
        ObjectNode aggregations = body.putObject("aggs");
        aggregations.putObject(ALL).putObject("value_count").put("field", FIELD);
        ObjectNode wanted = aggregations.putObject(WANTED);
        ObjectNode terms = wanted.putObject("terms").put("field", FIELD).put("size", Math.max(1, versions.size()));
        ArrayNode include = terms.putArray("include");
        versions.forEach(include::add);
        wanted.putObject("aggs")
                .putObject(NUMBERS)
                .putObject("terms")
                .put("field", "_seq_no")
                .put("size", MOST_ALIKE);
        return body;
    }

    /// @param total how many documents the search found, exactly
    /// @return the own numbers of all documents with these versions; empty if the answer does not say them all
    public Optional<List<Long>> read(JsonNode answer, long total) {
        JsonNode aggregations = answer.path("aggregations");
        JsonNode wanted = aggregations.path(WANTED);
        if (aggregations.path(ALL).path("value").asLong(-1) != total || !isWhole(wanted)) {
            return Optional.empty();
        }
        List<Long> numbers = new ArrayList<>();
        for (JsonNode bucket : wanted.path("buckets")) {
            long told = 0;
            for (JsonNode number : bucket.path(NUMBERS).path("buckets")) {
                OptionalLong key = AnswerValues.number(number.path("key"));
                if (key.isEmpty()) {
                    return Optional.empty();
                }
                numbers.add(key.getAsLong());
                told += number.path("doc_count").asLong(0);
            }
            if (told != bucket.path("doc_count").asLong(-1) || !isWhole(bucket.path(NUMBERS))) {
                return Optional.empty();
            }
        }
        return Optional.of(List.copyOf(numbers));
    }

    /// Whether no bucket was left out.
    private static boolean isWhole(JsonNode terms) {
        return terms.path("buckets").isArray()
                && terms.path("sum_other_doc_count").asLong(-1) == 0;
    }
}
