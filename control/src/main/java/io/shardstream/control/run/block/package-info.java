/// What a cut-over and a rollback act on: both indices, the name of a write block, the steps that are told
/// before they are taken, the way back without Kafka, and what is called outside of this program when
/// production has moved.
@NullMarked
package io.shardstream.control.run.block;

import org.jspecify.annotations.NullMarked;
