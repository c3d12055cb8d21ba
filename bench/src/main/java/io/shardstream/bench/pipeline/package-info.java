/// Whole copies beside those of peers.
@NullMarked
package io.shardstream.bench.pipeline;

import org.jspecify.annotations.NullMarked;
