/// Looks at the live documents of one shard, of source or target: which sequence numbers they have, their ids,
/// their bytes; and has servers count them where that is enough.
@NullMarked
package io.shardstream.control.compare.scan;

import org.jspecify.annotations.NullMarked;
