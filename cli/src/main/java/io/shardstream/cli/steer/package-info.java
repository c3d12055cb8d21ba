/// Commands that steer a run that works elsewhere: they write to its control topic.
@NullMarked
package io.shardstream.cli.steer;

import org.jspecify.annotations.NullMarked;
