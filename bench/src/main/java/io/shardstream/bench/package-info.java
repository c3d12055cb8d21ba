/// The command `bench` and its entry point. May use everything.
@NullMarked
package io.shardstream.bench;

import org.jspecify.annotations.NullMarked;
