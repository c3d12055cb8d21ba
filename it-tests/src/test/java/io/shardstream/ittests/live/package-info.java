/// Runs under live load on a cluster of three data nodes and three brokers, with kills, until both sides are the same
/// and hold what the load's log says.
@NullMarked
package io.shardstream.ittests.live;

import org.jspecify.annotations.NullMarked;
