/// Measuring things in turn: A B A B, so that what makes the machine slow for a while hits both.
@NullMarked
package io.shardstream.bench.measure;

import org.jspecify.annotations.NullMarked;
