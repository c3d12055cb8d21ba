/// The topics of a run: their layout, their creation, and what the brokers can carry.
@NullMarked
package io.shardstream.control.state.topics;

import org.jspecify.annotations.NullMarked;
