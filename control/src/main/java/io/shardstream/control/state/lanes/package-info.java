/// The partitions of the docs topic, as sweeps, verification and cut-over use them: how far each is, what is
/// put into them beside what readers put there, waiting until they are drained, and trimming them.
@NullMarked
package io.shardstream.control.state.lanes;

import org.jspecify.annotations.NullMarked;
