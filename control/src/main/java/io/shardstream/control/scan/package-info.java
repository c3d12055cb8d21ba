/// Looking at the live documents of a shard: which numbers they have, what they are called, what they hold.
/// For source and target alike; used by sweep, verification and cut-over. Depends on common only.
@NullMarked
package io.shardstream.control.scan;

import org.jspecify.annotations.NullMarked;
