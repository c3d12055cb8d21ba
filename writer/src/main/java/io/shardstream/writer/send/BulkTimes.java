package io.shardstream.writer.send;

/// Is told how long each bulk took.
@FunctionalInterface
public interface BulkTimes {
    /// @param node the name of the node that it was for, empty for any
    /// @param nanos from when it was sent until its answer was there, or it was given up
    void took(String node, long nanos);
}
