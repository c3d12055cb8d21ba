package io.shardstream.control.survey.sample;

/// A range of one shard's sequence numbers, as readers ask for them.
///
/// @param from the first number
/// @param to the number after the last one
/// @param documents as many of them are wanted at most, however many the window holds
public record Window(int shard, long from, long to, int documents) {
    /// The same with fewer documents, but with one.
    Window of(int fewer) {
        return new Window(shard, from, to, Math.max(1, fewer));
    }
}
