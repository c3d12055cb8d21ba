package io.shardstream.control.words;

/// Some of the numbers of one source shard: those above `above` and at most `upTo`.
///
/// @param upTo inclusive; [#OPEN] for up to whatever the checkpoint is
public record Part(int shard, long above, long upTo) {
    public static final long OPEN = Long.MAX_VALUE;

    static Part whole(int shard) {
        return new Part(shard, -1, OPEN);
    }
}
