/// Reader and writer as parts of a process, with what they say about themselves. Used by the commands that run them.
@NullMarked
package io.shardstream.cli.part;

import org.jspecify.annotations.NullMarked;
