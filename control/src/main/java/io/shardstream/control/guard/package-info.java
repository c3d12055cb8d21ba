/// The guard of production: measures how production fares on each data node, and says how fast the run may work there.
/// Used by completion.
@NullMarked
package io.shardstream.control.guard;

import org.jspecify.annotations.NullMarked;
