package io.shardstream.writer.answer;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Tells a 429 that says "not now" from one that says "never of this size": repeating the latter would go on
/// for ever.
///
/// The sentences are those of `IndexingPressure` and `HierarchyCircuitBreakerService` of Elasticsearch and
/// OpenSearch. Where a server takes a bulk piece by piece (9.x), a bulk that is too large by itself is
/// refused with a sentence that names the last piece only, with the earlier pieces counted as what the node
/// is busy with; and of the breakers only the one above all others says how much was asked for. So the length
/// of the whole request counts too.
///
/// OpenSearch's `ShardIndexingPressure` names a shard's share and the node's. Its limit for a shard grows
/// with what the shard is sent (`ShardIndexingPressureMemoryManager`), so that only the node's refuses for
/// ever.
final class SizeRefusal {
    private static final Pattern OPERATION =
            Pattern.compile("\\b(?:coordinating|primary|replica|node|shard)_operation_bytes=(\\d{1,18})\\b");
    private static final Pattern MOST = Pattern.compile("\\b(?:node_)?max_[a-z_]*bytes=(\\d{1,18})\\b");
    private static final Pattern SINGLE_OPERATION = Pattern.compile("contains an operation of size \\[");
    private static final Pattern BREAKER_WANTS = Pattern.compile("new bytes reserved: \\[(\\d{1,18})/");
    private static final Pattern BREAKER_LIMIT = Pattern.compile("larger than the limit of \\[(\\d{1,18})/");

    private SizeRefusal() {}

    /// Whether a request, or a node's part of it, would be refused even if the node had nothing else to do.
    ///
    /// @param requestBytes length of what was refused, 0 if that is not known
    static boolean isForEver(String reason, long requestBytes) {
        if (SINGLE_OPERATION.matcher(reason).find()) {
            return true;
        }
        long most = Math.min(number(MOST, reason, Long.MAX_VALUE), number(BREAKER_LIMIT, reason, Long.MAX_VALUE));
        return number(OPERATION, reason, 0) > most || number(BREAKER_WANTS, reason, 0) > most || requestBytes > most;
    }

    /// Whether it was refused for its bytes, beside those that the node is busy with.
    static boolean countsBytes(String reason) {
        return OPERATION.matcher(reason).find();
    }

    private static long number(Pattern pattern, String reason, long otherwise) {
        Matcher matcher = pattern.matcher(reason);
        return matcher.find() ? Long.parseLong(matcher.group(1)) : otherwise;
    }
}
