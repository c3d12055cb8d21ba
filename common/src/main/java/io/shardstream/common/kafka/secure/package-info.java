/// How Kafka's clients show who they are and look at who brokers are, by what files and secrets hold at the time: what
/// is renewed is used for the next connection, and no client has to be made anew for it. Used by the package above.
@NullMarked
package io.shardstream.common.kafka.secure;

import org.jspecify.annotations.NullMarked;
