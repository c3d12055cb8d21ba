package io.shardstream.writer.lane;

import io.shardstream.common.contract.record.DocRecord;

/// One record of a lane that waits for its outcome.
///
/// @param lane the lane it came from
/// @param offset where it lies there
/// @param document what it says
public record Entry(Lane lane, long offset, DocRecord document) {
    /// What the objects around a record's bytes take, roughly.
    private static final int OVERHEAD = 256;

    /// Bytes that this entry keeps in memory, roughly.
    public long size() {
        return document.size() + OVERHEAD;
    }

    /// Length of the source; 0 for a delete.
    public int sourceBytes() {
        return document.source() == null ? 0 : document.source().length();
    }
}
