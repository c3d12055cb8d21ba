/// Blocking calls on other threads, whose outcomes come back to the loop's own thread. Depends on the
/// common loop only.
@NullMarked
package io.shardstream.reader.errand;

import org.jspecify.annotations.NullMarked;
