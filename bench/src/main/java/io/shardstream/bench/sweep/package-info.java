/// Tables in which one thing is raised step by step, or set in every way that it can be.
@NullMarked
package io.shardstream.bench.sweep;

import org.jspecify.annotations.NullMarked;
