/// A run in one seed: the real parts over the models, their crashes, and what has to be true at the end. Depends on
/// kernel, kafka, elastic and rule.
@NullMarked
package io.shardstream.simulation.world;

import org.jspecify.annotations.NullMarked;
