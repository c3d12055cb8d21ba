package io.shardstream.control.console.ledger;

import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/// Adds a record to what is known of its partition.
@FunctionalInterface
interface Summing {
    /// @param sum what the last call returned for this partition; null for the first
    /// @param offset of the record in its partition
    /// @return the new sum; null for none
    byte @Nullable [] add(byte @Nullable [] sum, Record<byte[], byte[]> record, long offset);
}
