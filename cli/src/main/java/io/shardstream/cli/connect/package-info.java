/// Clients of the servers that a run file names. Used by the commands.
@NullMarked
package io.shardstream.cli.connect;

import org.jspecify.annotations.NullMarked;
