package io.shardstream.control.preflight.sample;

/// A range of one shard's sequence numbers, as readers ask for them.
///
/// @param from the first number
/// @param to the number after the last one
/// @param documents as many of them are wanted at most, however many the window holds
public record SampleWindow(int shard, long from, long to, int documents) {
    /// The same with fewer documents, but with one.
    SampleWindow of(int fewer) {
        return new SampleWindow(shard, from, to, Math.max(1, fewer));
    }
}
