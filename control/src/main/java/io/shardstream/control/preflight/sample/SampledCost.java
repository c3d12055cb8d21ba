package io.shardstream.control.preflight.sample;

/// What one document takes when the servers have as much to do as the sample gives them, in microseconds.
///
/// @param readMicros to read it
/// @param writeMicros to write it to one shard without replicas; 0 if nothing was written
/// @param spread how far the rounds that this is the mean of are from it, 0.1 for a tenth
public record SampledCost(double readMicros, double writeMicros, double spread) {
    static final SampledCost NONE = new SampledCost(0, 0, 0);
    private static final double SECOND = 1e6;

    /// Reading and writing one after the other; 0 if nothing is known.
    public double documentsPerSecond() {
        double micros = readMicros + writeMicros;
        return micros > 0 ? SECOND / micros : 0;
    }
}
