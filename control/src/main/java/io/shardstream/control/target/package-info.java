/// Creates the target index from the source, or takes an existing one over. Used by plan.
@NullMarked
package io.shardstream.control.target;

import org.jspecify.annotations.NullMarked;
