/// A run in one seed: the real parts over the models, their crashes, and what has to be true at the end. Depends on
/// all other packages of the simulation.
@NullMarked
package io.shardstream.ittests.simulation.world;

import org.jspecify.annotations.NullMarked;
