/// One seed's time and order: events, coroutines and the processes that they belong to. Depends on common only.
@NullMarked
package io.shardstream.simulation.kernel;

import org.jspecify.annotations.NullMarked;
