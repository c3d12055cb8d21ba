package io.shardstream.control.preflight.sample;

/// What a time is made of, so that it can be held against a run that was timed.
///
/// @param placement who shares a machine
/// @param readMicros to read one document
/// @param writeMicros to write it on the data node that has most to write
/// @param besideMicros of readers, writers and brokers for it, on all processors of their machine
/// @param micros what one document takes in all, by who shares a machine
/// @param startSeconds before the first document and after the last one
/// @param warmingSeconds in which readers, writers and brokers that were just started compile their code
public record TimeParts(
        Placement placement,
        double readMicros,
        double writeMicros,
        double besideMicros,
        double micros,
        double startSeconds,
        double warmingSeconds) {}
