/// The phases of a run as states that offer only their legal moves. Depends on nothing else of control.
@NullMarked
package io.shardstream.control.phase;

import org.jspecify.annotations.NullMarked;
