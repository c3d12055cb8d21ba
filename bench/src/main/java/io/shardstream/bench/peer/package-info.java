/// Other ways of doing the same, each with the best settings that were found for it.
@NullMarked
package io.shardstream.bench.peer;

import org.jspecify.annotations.NullMarked;
