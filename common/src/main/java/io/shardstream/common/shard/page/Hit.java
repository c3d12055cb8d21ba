package io.shardstream.common.shard.page;

import io.shardstream.common.contract.bytes.Bytes;
import org.jspecify.annotations.Nullable;

/// One document of a page.
///
/// @param id `_id` in UTF-8
/// @param routing `_routing` in UTF-8, or null where the document has none
/// @param seqNo its `_seq_no`
/// @param version its `_version`, or [#NO_VERSION] where the response has none
/// @param source raw `_source` with the white space around it, or null where the response has none
public record Hit(
        Bytes id,
        @Nullable Bytes routing,
        long seqNo,
        long version,
        @Nullable Bytes source) {
    /// Versions begin at 0.
    public static final long NO_VERSION = -1;

    /// A hit of a search that did not ask for versions.
    public Hit(Bytes id, @Nullable Bytes routing, long seqNo, @Nullable Bytes source) {
        this(id, routing, seqNo, NO_VERSION, source);
    }
}
