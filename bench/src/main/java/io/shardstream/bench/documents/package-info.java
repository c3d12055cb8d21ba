/// The documents that benchmarks work on. Uses the samples of the command line.
@NullMarked
package io.shardstream.bench.documents;

import org.jspecify.annotations.NullMarked;
