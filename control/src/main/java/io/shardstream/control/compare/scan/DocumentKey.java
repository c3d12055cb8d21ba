package io.shardstream.control.compare.scan;

import io.shardstream.common.contract.bytes.Bytes;
import org.jspecify.annotations.Nullable;

/// Which document: under another routing the same id is another one.
///
/// @param id `_id` in UTF-8
/// @param routing `_routing` in UTF-8, or null where the document has none
public record DocumentKey(Bytes id, @Nullable Bytes routing) {}
