/// The topics of a run: their layout, their creation, and what the broker can carry. Used by plan and state.
@NullMarked
package io.shardstream.control.topics;

import org.jspecify.annotations.NullMarked;
