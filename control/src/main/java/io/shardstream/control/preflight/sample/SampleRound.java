package io.shardstream.control.preflight.sample;

/// Some windows that were first all read, and then all written, so that each is timed by itself.
///
/// @param documents how many they had
/// @param read nanoseconds in which lanes were reading them, all lanes together
/// @param written nanoseconds in which lanes were writing them, likewise; 0 if nothing was written
record SampleRound(long documents, long read, long written) {
    long all() {
        return read + written;
    }
}
