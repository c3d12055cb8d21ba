/// Whole copies and their halves beside those of peers: in one process, with more nodes, and with more data.
@NullMarked
package io.shardstream.bench.pipeline;

import org.jspecify.annotations.NullMarked;
