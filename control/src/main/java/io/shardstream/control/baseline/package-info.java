/// What a full comparison of a run that goes on leaves behind: the numbers that were live in the source, and how far
/// the target was. Against it a later comparison counts, and reads only what is new.
@NullMarked
package io.shardstream.control.baseline;

import org.jspecify.annotations.NullMarked;
