/// Options of commands, clients of the servers that a run file names, and what Kafka knows of its run.
@NullMarked
package io.shardstream.cli.connect;

import org.jspecify.annotations.NullMarked;
