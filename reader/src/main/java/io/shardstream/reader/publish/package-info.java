/// Puts what was read into the docs and rejects topics, keeps the checkpoints, and holds readers back while too
/// much waits in Kafka. Uses window and common's contract.
@NullMarked
package io.shardstream.reader.publish;

import org.jspecify.annotations.NullMarked;
