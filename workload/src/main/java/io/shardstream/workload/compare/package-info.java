/// Compares a source and a target index from both sides, document by document. Shares no code with reader, writer or
/// their common gateway, so that no mistake of theirs can hide itself here. The demo and the tests use it.
@NullMarked
package io.shardstream.workload.compare;

import org.jspecify.annotations.NullMarked;
