/// The servers that benchmarks run on, started for them and ended with them.
@NullMarked
package io.shardstream.bench.stage;

import org.jspecify.annotations.NullMarked;
