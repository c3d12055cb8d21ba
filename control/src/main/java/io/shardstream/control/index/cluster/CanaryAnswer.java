package io.shardstream.control.index.cluster;

import io.shardstream.common.elastic.AnswerValues;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import tools.jackson.databind.JsonNode;

/// What one side answered to a canary, as far as it is compared.
///
/// @param total how many documents it found; empty if the search does not count them. Servers count up to
///     10,000 unless the search says otherwise (`track_total_hits`)
/// @param isExact whether that is all of them
/// @param first at most [#COMPARED] hits, the best first
/// @param isOrdered whether they are in an order that does not go by scores
/// @param trouble why it cannot be compared; empty if it can
public record CanaryAnswer(
        OptionalLong total, boolean isExact, List<Hit> first, boolean isOrdered, Optional<String> trouble) {
    static final int COMPARED = 10;

    /// A document that was found.
    ///
    /// @param rank what it was put into order by: its sort values, or its score
    public record Hit(String id, String rank) {}

    public CanaryAnswer {
        first = List.copyOf(first);
    }

    public static CanaryAnswer uncompared(String trouble) {
        return new CanaryAnswer(OptionalLong.empty(), false, List.of(), false, Optional.of(trouble));
    }

    /// Reads the answer of `_search`.
    public static CanaryAnswer of(JsonNode answer) {
        JsonNode shards = answer.path("_shards");
        if (answer.path("timed_out").asBoolean(true)
                || answer.path("terminated_early").asBoolean(false)
                || shards.path("failed").asInt(1) != 0) {
            return uncompared("it was not answered by every shard, or not to the end");
        }
        JsonNode hits = answer.path("hits").path("hits");
        JsonNode total = answer.path("hits").path("total").path("value");
        if (!hits.isArray()) {
            return uncompared("its answer has no hits");
        }
        List<Hit> first = new ArrayList<>();
        boolean isOrdered = !hits.isEmpty();
        for (JsonNode hit : hits) {
            if (!hit.path("_id").isString()) {
                return uncompared("its hits have no _id");
            }
            isOrdered &= hit.has("sort") && hit.path("_score").isNull();
            JsonNode rank = hit.has("sort") ? hit.path("sort") : hit.path("_score");
            if (!isRank(rank)) {
                return uncompared("its hits have no values by which they are in order");
            }
            if (first.size() < COMPARED) {
                first.add(new Hit(hit.path("_id").stringValue(), rank.toString()));
            }
        }
        return new CanaryAnswer(
                AnswerValues.number(total),
                AnswerValues.number(total).isPresent()
                        && answer.path("hits")
                                .path("total")
                                .path("relation")
                                .asString("")
                                .equals("eq"),
                first,
                isOrdered,
                Optional.empty());
    }

    /// Whether it is a score, or a list of sort values. Documents may be of more levels than can be written
    /// again.
    private static boolean isRank(JsonNode rank) {
        return rank.isNumber()
                || rank.isNull()
                || (rank.isArray() && rank.valueStream().allMatch(JsonNode::isValueNode));
    }

    /// Hits that another one of the same rank could not have pushed out: those that rank as the last one may be
    /// others where there are more documents than hits.
    public List<Hit> certain() {
        if (first.isEmpty() || (total.isPresent() && total.getAsLong() <= first.size())) {
            return first;
        }
        String last = first.getLast().rank();
        return first.stream().filter(hit -> !hit.rank().equals(last)).toList();
    }

    public boolean has(String id) {
        return first.stream().anyMatch(hit -> hit.id().equals(id));
    }
}
