package io.shardstream.control.index;

import io.shardstream.common.contract.bytes.Printable;
import io.shardstream.common.elastic.ElasticException;
import java.util.Map;
import java.util.regex.Pattern;

/// The settings of an index with which a run computes. Servers take whole numbers for them and nothing else, so
/// an answer that has something else is none.
final class NumberSettings {
    /// The least that servers take.
    private static final Map<String, Long> LEAST = Map.of(
            "index.number_of_shards", 1L,
            "index.routing_partition_size", 1L,
            "index.number_of_replicas", 0L,
            "index.max_result_window", 1L);

    private static final Pattern NUMBER = Pattern.compile("\\d{1,10}");
    private static final int LONGEST = 40;

    private NumberSettings() {}

    /// @param cluster `source` or `target`
    /// @param settings by full name; those that it has not are not looked at
    /// @throws ElasticException.Malformed if one of them is no number of 32 bits, or less than servers take
    static void require(String cluster, String index, Map<String, String> settings) throws ElasticException.Malformed {
        for (Map.Entry<String, Long> least : LEAST.entrySet()) {
            String value = settings.get(least.getKey());
            if (value != null && !isNumber(value, least.getValue())) {
                throw new ElasticException.Malformed("The %s tells '%s' for %s of index '%s', and not a whole number"
                                .formatted(
                                        cluster,
                                        Printable.beginning(Printable.of(value), LONGEST),
                                        least.getKey(),
                                        index)
                        + " from " + least.getValue() + " to " + Integer.MAX_VALUE);
            }
        }
    }

    private static boolean isNumber(String value, long least) {
        if (!NUMBER.matcher(value).matches()) {
            return false;
        }
        long number = Long.parseLong(value);
        return number >= least && number <= Integer.MAX_VALUE;
    }
}
