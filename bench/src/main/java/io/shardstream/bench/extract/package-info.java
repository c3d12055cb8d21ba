/// Micro-benchmarks of the code that touches every byte.
@NullMarked
package io.shardstream.bench.extract;

import org.jspecify.annotations.NullMarked;
