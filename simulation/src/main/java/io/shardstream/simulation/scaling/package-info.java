/// Many real writers over modelled data nodes of a fixed capacity and a modelled group of the classic
/// protocol: what they come to together, in simulated time. Depends on kafka and kernel.
@NullMarked
package io.shardstream.simulation.scaling;

import org.jspecify.annotations.NullMarked;
