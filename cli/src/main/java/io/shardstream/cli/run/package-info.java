/// The commands that work: `run`, `control`, `reader` and `writer`, their parts, and what they answer over
/// HTTP.
@NullMarked
package io.shardstream.cli.run;

import org.jspecify.annotations.NullMarked;
