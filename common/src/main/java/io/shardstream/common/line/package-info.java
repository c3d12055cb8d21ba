/// Text on one line: a document's bytes, as every bulk carries them, and its name as people see it. Depends on common
/// bytes only.
@NullMarked
package io.shardstream.common.line;

import org.jspecify.annotations.NullMarked;
