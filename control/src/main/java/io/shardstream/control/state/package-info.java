/// What Kafka says about a run at one moment. Used by progress, completion and the command line.
@NullMarked
package io.shardstream.control.state;

import org.jspecify.annotations.NullMarked;
