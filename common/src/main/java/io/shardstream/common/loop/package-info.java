/// Steppable loops, the thread that runs one, and its mailbox. Depends on nothing of ours.
@NullMarked
package io.shardstream.common.loop;

import org.jspecify.annotations.NullMarked;
