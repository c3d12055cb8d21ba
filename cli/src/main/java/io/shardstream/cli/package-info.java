/// The `shardstream` command: the entry point, and one composition root per process. Nothing else may use it.
@NullMarked
package io.shardstream.cli;

import org.jspecify.annotations.NullMarked;
