/// What the services say to each other through Kafka: documents, checkpoints, outcomes, rejects and the plan, with
/// codecs that refuse what they do not know. What is written changes by [io.shardstream.common.record.RunFormat] only.
/// Depends on bytes, version and routing only.
@NullMarked
package io.shardstream.common.record;

import org.jspecify.annotations.NullMarked;
