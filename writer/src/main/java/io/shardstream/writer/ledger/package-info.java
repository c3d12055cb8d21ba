/// What a writer tells Kafka: rejects and outcomes, repeated until they are acknowledged. Depends on
/// common only.
@NullMarked
package io.shardstream.writer.ledger;

import org.jspecify.annotations.NullMarked;
