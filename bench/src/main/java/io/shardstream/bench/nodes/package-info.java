/// Whole copies on several data nodes, and what these send each other.
@NullMarked
package io.shardstream.bench.nodes;

import org.jspecify.annotations.NullMarked;
