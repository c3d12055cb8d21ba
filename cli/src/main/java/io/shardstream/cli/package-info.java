/// Placeholder.
@NullMarked
package io.shardstream.cli;

import org.jspecify.annotations.NullMarked;
