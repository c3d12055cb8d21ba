/// Finds what was deleted in the source and deletes it in the target, through the lanes.
@NullMarked
package io.shardstream.control.sweep;

import org.jspecify.annotations.NullMarked;
