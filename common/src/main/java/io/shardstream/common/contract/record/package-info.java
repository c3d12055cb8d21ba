/// What services tell each other through Kafka: documents, checkpoints, outcomes, rejects, the plan and the
/// run's state, with the names of their topics and the version word of a document. Codecs refuse what they do
/// not know. What is written changes by [io.shardstream.common.contract.record.RunFormat] only. A change here
/// is a change of the protocol. Uses contract only.
@NullMarked
package io.shardstream.common.contract.record;

import org.jspecify.annotations.NullMarked;
