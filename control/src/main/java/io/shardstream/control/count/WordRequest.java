package io.shardstream.control.count;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// A search for the own numbers of documents with certain versions. Versions cannot be searched for, so it is a pass
/// over the whole shard: one range of a single version each, below it the numbers of those that are in it.
public final class WordRequest {
    /// Versions that one search looks for.
    public static final int MOST = 500;

    /// Documents with one version, in a source that was shrunk; more are not told.
    private static final int MOST_ALIKE = 16;

    private static final String FIELD = "_version";
    private static final String WANTED = "wanted";
    private static final String OTHERS = "others";
    private static final String NUMBERS = "numbers";

    private final List<Span> wanted;
    private final List<Span> others;
    private final boolean countsValues;

    /// @param versions from the lowest, each once, at most [#MOST]
    /// @param countsValues as in [CountRequest]
    public WordRequest(List<Long> versions, boolean countsValues) {
        this.countsValues = countsValues;
        this.wanted =
                versions.stream().map(version -> new Span(version, version + 1)).toList();
        this.others = Span.outside(wanted);
    }

    /// What is asked for.
    public ObjectNode body() {
        ObjectNode body = CountRequest.countingBody();
        ObjectNode aggregations = body.putObject("aggs");
        CountRequest.addRanges(aggregations, WANTED, FIELD, wanted, countsValues)
                .putObject(NUMBERS)
                .putObject("terms")
                .put("field", "_seq_no")
                .put("size", MOST_ALIKE);
        CountRequest.addRanges(aggregations, OTHERS, FIELD, others, countsValues);
        return body;
    }

    /// @param total how many documents the search found, exactly
    /// @return the own numbers of all documents with these versions; empty if the answer does not say them all
    public Optional<List<Long>> read(JsonNode answer, long total) {
        List<Long> numbers = new ArrayList<>();
        long sum = 0;
        for (JsonNode bucket : answer.path("aggregations").path(WANTED).path("buckets")) {
            long told = 0;
            for (JsonNode number : bucket.path(NUMBERS).path("buckets")) {
                numbers.add(number.path("key").asLong());
                told += number.path("doc_count").asLong();
            }
            if (told != bucket.path("doc_count").asLong(-1)
                    || bucket.path(NUMBERS).path("sum_other_doc_count").asLong(-1) != 0) {
                return Optional.empty();
            }
            sum += CountRequest.countOf(bucket, countsValues);
        }
        for (JsonNode bucket : answer.path("aggregations").path(OTHERS).path("buckets")) {
            sum += CountRequest.countOf(bucket, countsValues);
        }
        return sum == total ? Optional.of(List.copyOf(numbers)) : Optional.empty();
    }
}
