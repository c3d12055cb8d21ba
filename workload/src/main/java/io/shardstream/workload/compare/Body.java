package io.shardstream.workload.compare;

import java.nio.ByteBuffer;

/// A document as a multi-get gives it.
///
/// @param source the bytes between the colon after `"_source"` and the end of the item, exactly as stored
record Body(DocumentId id, long version, long seqNo, ByteBuffer source) {}
