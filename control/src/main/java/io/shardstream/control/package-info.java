/// Placeholder.
@NullMarked
package io.shardstream.control;

import org.jspecify.annotations.NullMarked;
