/// Clients of the servers that a run file names, and what Kafka knows of its run. Used by the commands.
@NullMarked
package io.shardstream.cli.connect;

import org.jspecify.annotations.NullMarked;
