/// The ledger: what became of every record of a run, summed up by a stream processor as readers and writers
/// tell it. Its sums lie in state stores that Kafka keeps, so that whoever controls the run next goes on with
/// them.
@NullMarked
package io.shardstream.control.console.ledger;

import org.jspecify.annotations.NullMarked;
