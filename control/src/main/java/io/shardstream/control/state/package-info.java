/// What Kafka says about a run: its phase, its checkpoints, how far its lanes are, and what may be said to it
/// while it works. Uses topics and finding.
@NullMarked
package io.shardstream.control.state;

import org.jspecify.annotations.NullMarked;
