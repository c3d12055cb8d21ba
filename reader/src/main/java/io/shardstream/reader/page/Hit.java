package io.shardstream.reader.page;

import io.shardstream.common.bytes.Bytes;
import org.jspecify.annotations.Nullable;

/// One document of a page.
///
/// @param id `_id` in UTF-8
/// @param routing `_routing` in UTF-8, or null where the document has none
/// @param seqNo its `_seq_no`
/// @param source raw `_source` with the white space around it, or null where the response has none
public record Hit(
        Bytes id,
        @Nullable Bytes routing,
        long seqNo,
        @Nullable Bytes source) {}
