/// The rules of the protocol, each with a way of breaking it from outside of the production code.
@NullMarked
package io.shardstream.simulation.rule;

import org.jspecify.annotations.NullMarked;
