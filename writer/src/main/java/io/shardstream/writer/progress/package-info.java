/// How much this process has written to each data node. Used by the writer's loop and its service.
@NullMarked
package io.shardstream.writer.progress;

import org.jspecify.annotations.NullMarked;
