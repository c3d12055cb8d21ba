package io.shardstream.bench.stage;

/// How often a process has been held back by its processor budget.
///
/// @param periods of 20 ms in which it wanted to run
/// @param held periods of these in which it had used its budget up
record ProcessorThrottling(long periods, long held) {
    static final ProcessorThrottling NEVER = new ProcessorThrottling(0, 0);
}
