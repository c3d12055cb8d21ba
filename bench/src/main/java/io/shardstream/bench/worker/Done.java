package io.shardstream.bench.worker;

/// What a piece of work took.
///
/// @param documents that were read and published, or compared
/// @param bytes of their sources, where they were read
/// @param seconds of the clock
/// @param processorSeconds of the process that did it, user and system
/// @param allocatedBytes by all its threads together
/// @param heapBytes the most that a collection left in its heap
public record Done(
        long documents, long bytes, double seconds, double processorSeconds, long allocatedBytes, long heapBytes) {
    public double perSecond() {
        return documents / seconds;
    }

    /// Documents for each second of processor time of the process that did it.
    public double perProcessorSecond() {
        return documents / processorSeconds;
    }
}
