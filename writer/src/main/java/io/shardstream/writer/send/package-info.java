/// Bulks: which records go together, how their bytes are made, how many may be under way, when one is
/// repeated, and the sending itself. Uses lane, limit and answer.
@NullMarked
package io.shardstream.writer.send;

import org.jspecify.annotations.NullMarked;
