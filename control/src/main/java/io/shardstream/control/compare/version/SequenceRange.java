package io.shardstream.control.compare.version;

/// Some of the numbers of one source shard: those above `above` and at most `upTo`.
///
/// @param upTo inclusive; [#OPEN] for up to whatever the checkpoint is
public record SequenceRange(int shard, long above, long upTo) {
    public static final long OPEN = Long.MAX_VALUE;

    static SequenceRange whole(int shard) {
        return new SequenceRange(shard, -1, OPEN);
    }
}
