/// Source shards whose history has changed: which they are, what the target would lose, and the operator's word
/// that it may. Depends on scan, words and lanes.
@NullMarked
package io.shardstream.control.history;

import org.jspecify.annotations.NullMarked;
