/// A load with a memory, and the documents it writes: writes to an index at a set rate, keeps a log of every
/// operation and its outcome, and judges an index by it. Shares no code with reader, writer or their common
/// gateway.
@NullMarked
package io.shardstream.workload.load;

import org.jspecify.annotations.NullMarked;
