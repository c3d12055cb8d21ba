/// Membership in the group in which readers share the source shards. Depends on nothing else of the
/// reader.
@NullMarked
package io.shardstream.reader.group;

import org.jspecify.annotations.NullMarked;
