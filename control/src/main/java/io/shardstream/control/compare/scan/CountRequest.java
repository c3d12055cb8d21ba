package io.shardstream.control.compare.scan;

import io.shardstream.common.elastic.AnswerValues;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// A search that counts documents by blocks of their numbers, and what its answer means. All histograms that
/// servers are asked for are written here.
///
/// Each says `min_doc_count` 1, since the default fills gaps with empty buckets, on OpenSearch without any
/// limit; and a width that is a power of two without an offset, so that keys, which come as doubles, are
/// exact (measured by `CountingFactsTest` on Elasticsearch 7.17, 8.19 and 9.5 and OpenSearch 3.8).
final class CountRequest {
    private static final JsonMapper MAPPER = new JsonMapper();
    private static final String AGGREGATIONS = "aggs";
    private static final String BLOCKS = "blocks";
    private static final String SPANS = "spans";
    private static final String OTHERS = "others";
    private static final String VALUES = "values";

    private final Counting what;
    private final SpanIndex asked;
    private final List<NumberSpan> others;
    private final String field;
    private final boolean isFiltered;
    private final boolean countsValues;

    /// @param hasNumbersWithPoints whether sequence numbers can be searched for; if not, every document is
    ///     looked at
    /// @param countsValues whether documents are counted that have the field, rather than what they count
    ///     for: one with a field `_doc_count` counts for so many. It takes the server longer
    public CountRequest(Counting what, boolean hasNumbersWithPoints, boolean countsValues) {
        this.what = what;
        this.asked = new SpanIndex(what.spans());
        this.countsValues = countsValues;
        this.isFiltered = what instanceof Counting.OfNumbers
                && (hasNumbersWithPoints || what.spans().size() == 1);
        this.field = switch (what) {
            case Counting.OfNumbers _ -> "_seq_no";
            case Counting.OfVersions _ -> "_version";
        };
        this.others = switch (what) {
            case Counting.OfNumbers numbers -> NumberSpan.outside(numbers.spans());
            case Counting.OfVersions versions -> versions.others();
        };
    }

    /// What is asked for.
    public ObjectNode body() {
        ObjectNode body = countingBody();
        if (isFiltered) {
            addFilter(body);
            addBlocks(body.putObject(AGGREGATIONS));
        } else {
            ObjectNode aggregations = body.putObject(AGGREGATIONS);
            addBlocks(addRanges(aggregations, SPANS, field, what.spans(), countsValues));
            addRanges(aggregations, OTHERS, field, others, countsValues);
        }
        return body;
    }

    /// A search that brings no document, and says how many there are.
    static ObjectNode countingBody() {
        return MAPPER.createObjectNode().put("size", 0).put("track_total_hits", true);
    }

    private void addFilter(ObjectNode body) {
        ArrayNode any = body.putObject("query")
                .putObject("bool")
                .putArray("filter")
                .addObject()
                .putObject("bool")
                .putArray("should");
        for (NumberSpan span : what.spans()) {
            any.addObject()
                    .putObject("range")
                    .putObject(field)
                    .put("gte", span.from())
                    .put("lt", span.to());
        }
    }

    private void addBlocks(ObjectNode aggregations) {
        ObjectNode blocks = aggregations.putObject(BLOCKS);
        blocks.putObject("histogram")
                .put("field", field)
                .put("interval", CountedBlocks.checked(what.interval()))
                .put("offset", 0)
                .put("min_doc_count", 1);
        if (countsValues) {
            addValues(blocks.putObject(AGGREGATIONS), field);
        }
    }

    private static void addValues(ObjectNode aggregations, String field) {
        aggregations.putObject(VALUES).putObject("value_count").put("field", field);
    }

    /// Keys are the spans' numbers in their list: servers answer in an order of their own.
    ///
    /// @return for what else is asked of each range
    static ObjectNode addRanges(
            ObjectNode aggregations, String name, String field, List<NumberSpan> spans, boolean countsValues) {
        ObjectNode aggregation = aggregations.putObject(name);
        ArrayNode ranges = aggregation.putObject("range").put("field", field).putArray("ranges");
        for (int i = 0; i < spans.size(); i++) {
            ObjectNode range = ranges.addObject().put("key", Integer.toString(i));
            if (spans.get(i).isBoundedBelow()) {
                range.put("from", spans.get(i).from());
            }
            if (spans.get(i).isBoundedAbove()) {
                range.put("to", spans.get(i).to());
            }
        }
        ObjectNode below = aggregation.putObject(AGGREGATIONS);
        if (countsValues) {
            addValues(below, field);
        }
        return below;
    }

    /// What an answer of the whole shard says.
    ///
    /// @param total how many documents the search found, exactly
    public Counted read(JsonNode answer, long total) {
        JsonNode aggregations = answer.path("aggregations");
        TreeMap<Long, Long> blocks = new TreeMap<>();
        List<Long> elsewhere = new ArrayList<>();
        boolean adds;
        if (isFiltered) {
            adds = readBlocks(aggregations.path(BLOCKS), blocks) == total;
        } else {
            long within = readSpans(aggregations.path(SPANS), blocks);
            elsewhere.addAll(readOthers(aggregations.path(OTHERS)));
            long outside = elsewhere.stream().mapToLong(count -> count).sum();
            adds = within >= 0
                    && elsewhere.stream().allMatch(count -> count >= 0)
                    && elsewhere.size() == others.size()
                    && within + outside == total;
        }
        if (!adds) {
            return new Counted.Unknown(
                    Counted.Cause.DOES_NOT_ADD_UP,
                    "the blocks of " + field + " do not add up to the " + total + " documents that there are");
        }
        return new Counted.Counts(
                new BlockCounts(what.interval(), blocks), what instanceof Counting.OfVersions ? elsewhere : List.of());
    }

    /// @return how many documents there are in all; -1 if a block is none, or lies outside of what was asked
    ///     for
    private long readBlocks(JsonNode aggregation, Map<Long, Long> blocks) {
        long sum = 0;
        for (JsonNode bucket : aggregation.path("buckets")) {
            double key = bucket.path("key").asDouble(-1);
            long first = (long) key;
            long count = countOf(bucket, countsValues);
            if (key != first || first % what.interval() != 0 || count < 1 || !isAskedFor(first)) {
                return -1;
            }
            blocks.merge(first, count, Long::sum);
            sum += count;
        }
        return sum;
    }

    private boolean isAskedFor(long first) {
        return asked.meets(first, first + what.interval());
    }

    private long readSpans(JsonNode aggregation, Map<Long, Long> blocks) {
        long sum = 0;
        int spans = 0;
        for (JsonNode bucket : aggregation.path("buckets")) {
            long within = readBlocks(bucket.path(BLOCKS), blocks);
            if (within != countOf(bucket, countsValues)) {
                return -1;
            }
            sum += within;
            spans++;
        }
        return spans == what.spans().size() ? sum : -1;
    }

    /// Without those that are none of the ranges that were asked for, so that there are too few.
    private List<Long> readOthers(JsonNode aggregation) {
        TreeMap<Integer, Long> counts = new TreeMap<>();
        for (JsonNode bucket : aggregation.path("buckets")) {
            AnswerValues.shard(bucket.path("key").asString(""))
                    .ifPresent(range -> counts.put(range, countOf(bucket, countsValues)));
        }
        return List.copyOf(counts.values());
    }

    static long countOf(JsonNode bucket, boolean countsValues) {
        return (countsValues ? bucket.path(VALUES).path("value") : bucket.path("doc_count")).asLong(-1);
    }
}
