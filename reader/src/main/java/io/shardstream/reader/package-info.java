/// Placeholder.
@NullMarked
package io.shardstream.reader;

import org.jspecify.annotations.NullMarked;
