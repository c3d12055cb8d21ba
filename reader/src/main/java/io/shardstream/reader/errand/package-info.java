/// Blocking calls on other threads, whose outcomes come back to the loop's own thread. Depends on
/// nothing of ours.
@NullMarked
package io.shardstream.reader.errand;

import org.jspecify.annotations.NullMarked;
