package io.shardstream.reader;

import io.shardstream.reader.shard.ShardFigures;
import java.util.List;

/// What a reader has put into the docs topic since it started, documents read again counted again.
///
/// @param docs documents that Kafka has acknowledged
/// @param bytes their `_source` bytes
public record ReaderProgress(long docs, long bytes) {
    static ReaderProgress of(List<ShardFigures> shards) {
        return new ReaderProgress(
                shards.stream().mapToLong(ShardFigures::docs).sum(),
                shards.stream().mapToLong(ShardFigures::bytes).sum());
    }
}
