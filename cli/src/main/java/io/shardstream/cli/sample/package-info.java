/// Documents to try things with, and a fast way to load them into an index. The demo, the tests and the benchmarks use
/// it.
@NullMarked
package io.shardstream.cli.sample;

import org.jspecify.annotations.NullMarked;
