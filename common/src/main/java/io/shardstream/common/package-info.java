/// Placeholder.
@NullMarked
package io.shardstream.common;

import org.jspecify.annotations.NullMarked;
