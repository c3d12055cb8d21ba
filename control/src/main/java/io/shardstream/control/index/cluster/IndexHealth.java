package io.shardstream.control.index.cluster;

import io.shardstream.common.elastic.AnswerValues;
import io.shardstream.common.elastic.ElasticException;
import tools.jackson.databind.JsonNode;

/// How many copies of an index's shards are at work, as its cluster says.
///
/// @param status `green`, `yellow` or `red`
/// @param active copies that are at work
/// @param initializing copies that are being built, or start
/// @param unassigned copies that are on no node
public record IndexHealth(String status, int active, int initializing, int unassigned) {
    public static final String GREEN = "green";

    /// @param cluster which answers, as sentences call it
    /// @param told its answer
    static IndexHealth of(String cluster, String index, JsonNode told) throws ElasticException {
        return new IndexHealth(
                told.path("status").asString(""),
                shards(cluster, index, told.path("active_shards")),
                shards(cluster, index, told.path("initializing_shards")),
                shards(cluster, index, told.path("unassigned_shards")));
    }

    private static int shards(String cluster, String index, JsonNode told) throws ElasticException.Malformed {
        return (int) AnswerValues.number(told)
                .orElseThrow(() -> new ElasticException.Malformed(
                        "The " + cluster + " does not tell how many shards of '" + index + "' are at work"));
    }

    public boolean isGreen() {
        return status.equals(GREEN);
    }

    /// What is missing, as the end of a sentence; empty if nothing is.
    public String missing() {
        int missing = initializing + unassigned;
        return missing == 0
                ? ""
                : ": " + missing + " of the " + (active + missing) + " copies of its shards are missing ("
                        + initializing + " being built, " + unassigned + " not assigned to a node)";
    }
}
