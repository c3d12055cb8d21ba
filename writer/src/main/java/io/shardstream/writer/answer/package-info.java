/// What a bulk's answer means for each of its documents: pure functions from what a server said.
/// Depends on common only.
@NullMarked
package io.shardstream.writer.answer;

import org.jspecify.annotations.NullMarked;
