/// What a writer knows of one lane: the records it holds, what became of each offset, how far it may commit,
/// and the records that tell it. Uses common only.
@NullMarked
package io.shardstream.writer.lane;

import org.jspecify.annotations.NullMarked;
