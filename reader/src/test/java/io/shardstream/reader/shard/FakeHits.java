package io.shardstream.reader.shard;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.contract.record.Reject;
import io.shardstream.common.shard.page.Hit;
import io.shardstream.reader.source.Unread;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/// Documents of a [FakeSource] as its searches bring them.
final class FakeHits {
    private FakeHits() {}

    /// @param documents by number
    /// @param equal how many have each number
    /// @param othersFrom from this number on they are others than those that had the numbers before
    static List<Hit> of(Map<Long, String> documents, int equal, long othersFrom) {
        return documents.entrySet().stream()
                .flatMap(entry -> IntStream.range(0, equal)
                        .mapToObj(i -> new Hit(
                                Bytes.utf8((entry.getKey() < othersFrom ? "id" : "other")
                                        + entry.getKey()
                                        + (i == 0 ? "" : "." + i)),
                                null,
                                entry.getKey(),
                                Bytes.utf8(entry.getValue()))))
                .toList();
    }

    static Unread unreturnable(Hit hit) {
        return new Unread(
                new Hit(hit.id(), hit.routing(), hit.seqNo(), null), Reject.UNREADABLE_IN_SOURCE, "it cannot");
    }

    static long sizeOf(Hit hit) {
        Bytes source = hit.source();
        return source == null ? 0 : source.length();
    }
}
