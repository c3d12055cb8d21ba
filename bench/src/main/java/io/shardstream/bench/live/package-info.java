/// Runs that are watched while they work: how far behind they are, how they recover, how they are verified and cut
/// over.
@NullMarked
package io.shardstream.bench.live;

import org.jspecify.annotations.NullMarked;
