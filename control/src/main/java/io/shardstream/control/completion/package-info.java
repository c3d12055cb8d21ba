/// Watches a copy until the target holds all that was there at the start.
@NullMarked
package io.shardstream.control.completion;

import org.jspecify.annotations.NullMarked;
