/// Placeholder.
@NullMarked
package io.shardstream.writer;

import org.jspecify.annotations.NullMarked;
