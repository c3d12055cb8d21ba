/// Whether searches find the same on both sides of a run, whose documents may be equal byte for byte and yet be
/// indexed otherwise. Used by the command that verifies and by the cut-over; writes nothing.
@NullMarked
package io.shardstream.control.compare.meaning;

import org.jspecify.annotations.NullMarked;
