/// What becomes of the figures as things grow: writers, lanes, documents.
@NullMarked
package io.shardstream.bench.scale;

import org.jspecify.annotations.NullMarked;
