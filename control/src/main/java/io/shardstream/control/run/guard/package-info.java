/// The guard of production: measures how production fares on each data node, and says how fast the run may work
/// there.
@NullMarked
package io.shardstream.control.run.guard;

import org.jspecify.annotations.NullMarked;
