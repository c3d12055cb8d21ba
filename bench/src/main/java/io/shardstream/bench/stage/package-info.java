/// The servers that benchmarks run on, started for them and ended with them, and what a benchmark is.
@NullMarked
package io.shardstream.bench.stage;

import org.jspecify.annotations.NullMarked;
