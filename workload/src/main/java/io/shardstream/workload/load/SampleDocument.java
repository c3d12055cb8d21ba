package io.shardstream.workload.load;

import io.shardstream.common.contract.bytes.Bytes;
import org.jspecify.annotations.Nullable;

/// A document that is to be put into an index.
///
/// @param id its `_id`
/// @param routing its `_routing`, or null for none
/// @param source its body: JSON on one line
public record SampleDocument(String id, @Nullable String routing, Bytes source) {
    public static SampleDocument of(String id, String source) {
        return new SampleDocument(id, null, Bytes.utf8(source));
    }

    public SampleDocument withRouting(String value) {
        return new SampleDocument(id, value, source);
    }
}
