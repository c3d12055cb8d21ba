package io.shardstream.writer.answer;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Tells a 429 that says "not now" from one that says "never of this size": repeating the latter would
/// go on for ever.
///
/// The sentences are those of `IndexingPressure` and `HierarchyCircuitBreakerService` of Elasticsearch
/// and OpenSearch.
final class SizeRefusal {
    private static final Pattern OPERATION =
            Pattern.compile("\\b(?:coordinating|primary|replica)_operation_bytes=(\\d+)");
    private static final Pattern MOST = Pattern.compile("\\bmax_[a-z_]*bytes=(\\d+)");
    private static final Pattern SINGLE_OPERATION = Pattern.compile("contains an operation of size \\[");
    private static final Pattern BREAKER_WANTS = Pattern.compile("new bytes reserved: \\[(\\d+)/");
    private static final Pattern BREAKER_LIMIT = Pattern.compile("larger than the limit of \\[(\\d+)/");

    private SizeRefusal() {}

    /// Whether the request would be refused even if the node had nothing else to do.
    static boolean isForEver(String reason) {
        return SINGLE_OPERATION.matcher(reason).find()
                || exceeds(OPERATION, MOST, reason)
                || exceeds(BREAKER_WANTS, BREAKER_LIMIT, reason);
    }

    private static boolean exceeds(Pattern wanted, Pattern limit, String reason) {
        Matcher wants = wanted.matcher(reason);
        Matcher allows = limit.matcher(reason);
        return wants.find() && allows.find() && longer(wants.group(1), allows.group(1));
    }

    /// Compares digits: numbers from outside may be of any length.
    private static boolean longer(String number, String other) {
        return new java.math.BigInteger(number).compareTo(new java.math.BigInteger(other)) > 0;
    }
}
