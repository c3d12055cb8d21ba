/// Bulks: which records go together, how many may be under way, when one is repeated, and the sending
/// itself. Depends on lane, bulk and answer.
@NullMarked
package io.shardstream.writer.send;

import org.jspecify.annotations.NullMarked;
