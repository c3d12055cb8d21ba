/// What a run that is over has left in Kafka and in both clusters, and how it is taken away.
@NullMarked
package io.shardstream.control.run.clean;

import org.jspecify.annotations.NullMarked;
