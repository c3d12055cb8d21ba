/// The reading of one source shard as a state machine that is stepped. Depends on all other
/// features of the reader.
@NullMarked
package io.shardstream.reader.shard;

import org.jspecify.annotations.NullMarked;
