/// Shardstream at work in a process of its own, measured from within.
@NullMarked
package io.shardstream.bench.worker;

import org.jspecify.annotations.NullMarked;
