/// Puts what was read into the docs and rejects topics, and keeps the checkpoints. Depends on window and
/// the contract in common.
@NullMarked
package io.shardstream.reader.publish;

import org.jspecify.annotations.NullMarked;
