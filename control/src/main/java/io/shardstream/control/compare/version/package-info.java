/// Compares the version words of source and target without a single id: which numbers the source has,
/// settled, and which of them the target has too often or too seldom. Also what a source shard with another
/// history would lose.
@NullMarked
package io.shardstream.control.compare.version;

import org.jspecify.annotations.NullMarked;
