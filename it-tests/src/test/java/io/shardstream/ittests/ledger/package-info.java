/// The ledger against what the topics and the target say.
@NullMarked
package io.shardstream.ittests.ledger;

import org.jspecify.annotations.NullMarked;
