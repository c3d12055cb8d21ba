package io.shardstream.control.compare.sweep;

import io.shardstream.common.shard.CopyNumbers;
import java.util.List;
import java.util.stream.IntStream;

/// What the source has said under the block, which holds as long as nobody writes to it: it need not be asked
/// again when deletes have been carried out in the target.
///
/// @param since its baseline
/// @param numbers by shard, settled
/// @param found by shard
public record RestingSource(Baseline since, List<CopyNumbers> numbers, List<NewInSource> found) {
    public RestingSource {
        numbers = List.copyOf(numbers);
        found = List.copyOf(found);
    }

    /// Whether it still holds.
    ///
    /// @param now by shard, settled numbers of now
    public boolean holds(Baseline baseline, List<CopyNumbers> now) {
        return since.equals(baseline)
                && IntStream.range(0, numbers.size())
                        .allMatch(shard -> numbers.get(shard).isUnwrittenIn(now.get(shard)));
    }

    /// The same since a later baseline, up to which the source was looked at.
    public RestingSource movedTo(Baseline next) {
        List<NewInSource> nothing = IntStream.range(0, found.size())
                .mapToObj(shard -> NewInSource.none(
                        next.source().get(shard), found.get(shard).visible()))
                .toList();
        return new RestingSource(next, numbers, nothing);
    }
}
