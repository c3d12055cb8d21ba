/// Everything that happens before the first document is read: checks, topics, the target, or a target that
/// another run has filled; and the plan, which is written last.
@NullMarked
package io.shardstream.control.run.plan;

import org.jspecify.annotations.NullMarked;
