/// Placeholder.
@NullMarked
package io.shardstream.localcluster;

import org.jspecify.annotations.NullMarked;
