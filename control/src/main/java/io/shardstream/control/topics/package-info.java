/// The topics of a run: their layout, their creation, and what the broker can carry. Used by plan, state, survey
/// and completion.
@NullMarked
package io.shardstream.control.topics;

import org.jspecify.annotations.NullMarked;
