/// What a run asks of a cluster as a whole and changes there, one request each: aliases, marks and names of
/// write blocks, blocks, and the state as the elected master holds it. Requests that change something are
/// sent once. In memory for tests and for the simulation.
@NullMarked
package io.shardstream.control.index.cluster;

import org.jspecify.annotations.NullMarked;
