/// Reading alone and writing alone, each beside the least that anybody could do.
@NullMarked
package io.shardstream.bench.halves;

import org.jspecify.annotations.NullMarked;
