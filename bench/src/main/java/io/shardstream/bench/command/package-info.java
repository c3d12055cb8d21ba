/// The command line of the benchmarks.
@NullMarked
package io.shardstream.bench.command;

import org.jspecify.annotations.NullMarked;
