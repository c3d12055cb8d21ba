/// How much this process has read of each source shard. Used by the features that read and by the service.
@NullMarked
package io.shardstream.reader.progress;

import org.jspecify.annotations.NullMarked;
