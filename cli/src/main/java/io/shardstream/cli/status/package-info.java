/// The command status.
@NullMarked
package io.shardstream.cli.status;

import org.jspecify.annotations.NullMarked;
