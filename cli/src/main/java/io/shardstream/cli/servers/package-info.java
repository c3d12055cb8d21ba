/// The command servers.
@NullMarked
package io.shardstream.cli.servers;

import org.jspecify.annotations.NullMarked;
