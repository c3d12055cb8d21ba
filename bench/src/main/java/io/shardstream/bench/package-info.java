/// The entry point of the benchmarks. May use everything.
@NullMarked
package io.shardstream.bench;

import org.jspecify.annotations.NullMarked;
