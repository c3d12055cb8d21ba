package io.shardstream.control.compare.scan;

import io.shardstream.common.contract.bytes.Bytes;
import org.jspecify.annotations.Nullable;

/// A live document without its content, as the shard that holds it names it.
///
/// @param id `_id` in UTF-8
/// @param routing `_routing` in UTF-8, or null where the document has none
/// @param seqNo its `_seq_no` in that shard
/// @param version its `_version`
public record DocumentName(Bytes id, @Nullable Bytes routing, long seqNo, long version) {
    public DocumentKey key() {
        return new DocumentKey(id, routing);
    }
}
