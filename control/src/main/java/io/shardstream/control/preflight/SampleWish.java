package io.shardstream.control.preflight;

import java.time.Duration;

/// What may be sampled.
///
/// @param time how long at most; zero for nothing
/// @param tryWriting whether documents may be written to an index that is made for it and deleted afterwards
/// @param random makes that index's name one that nobody uses: lower-case letters and digits
public record SampleWish(Duration time, boolean tryWriting, String random) {}
