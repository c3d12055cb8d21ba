/// Steppable loops and the thread that runs one. Depends on nothing of ours.
@NullMarked
package io.shardstream.common.loop;

import org.jspecify.annotations.NullMarked;
