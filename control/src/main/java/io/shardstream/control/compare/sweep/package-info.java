/// Finds what was deleted in the source and deletes it in the target, through the lanes. What a full comparison
/// leaves behind is kept as a baseline, so that a later one reads only what is new.
@NullMarked
package io.shardstream.control.compare.sweep;

import org.jspecify.annotations.NullMarked;
