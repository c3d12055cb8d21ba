/// A document's bytes as one line, as every bulk carries them. Depends on common bytes only.
@NullMarked
package io.shardstream.common.line;

import org.jspecify.annotations.NullMarked;
