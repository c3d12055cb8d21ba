/// How much of what readers published the writers have not written, and whether more may be published. Depends on
/// window and the contract in common.
@NullMarked
package io.shardstream.reader.backlog;

import org.jspecify.annotations.NullMarked;
