package io.shardstream.bench.worker;

/// What a worker is told to do.
///
/// @param runFile its path
record Order(WorkerTask work, String runFile, Writers writers) {}
