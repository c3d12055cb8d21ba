package io.shardstream.control.compare.rejects;

import io.shardstream.control.compare.scan.DocumentKey;
import java.util.List;

/// Documents that were rejected for the same thing.
///
/// @param type the error type
/// @param reason what their reasons have in common, on one line
/// @param documents how many states of documents
/// @param withoutBody how many of them lie in Kafka without their bytes, and cannot be published again
/// @param samples the first few of them
public record RejectGroup(String type, String reason, long documents, long withoutBody, List<DocumentKey> samples) {
    public RejectGroup {
        samples = List.copyOf(samples);
    }
}
