/// The reading of one source shard as a state machine that is stepped: looks at the primary, reads windows,
/// settles them, and begins again where something failed. Uses all other packages of the module.
@NullMarked
package io.shardstream.reader.shard;

import org.jspecify.annotations.NullMarked;
