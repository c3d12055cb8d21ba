/// Soaks: a run under a load of clients to which something happens all the time, and what source and target
/// hold at the end. Depends on copy, proxy and server; the classes named `Measurement` are run by hand.
@NullMarked
package io.shardstream.ittests.soak;

import org.jspecify.annotations.NullMarked;
