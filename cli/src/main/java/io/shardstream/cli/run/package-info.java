/// The commands that work: run, control, reader, writer.
@NullMarked
package io.shardstream.cli.run;

import org.jspecify.annotations.NullMarked;
