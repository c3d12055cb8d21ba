/// The lanes of a run as sweep, verification and cut-over use them: how far they are, what is put into them
/// beside what readers put there, waiting until they are drained, and taking away their starts.
@NullMarked
package io.shardstream.control.lanes;

import org.jspecify.annotations.NullMarked;
