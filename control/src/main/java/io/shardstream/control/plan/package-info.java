/// Everything that happens before the first document is read: checks, topics, target, and the plan that is written
/// last.
@NullMarked
package io.shardstream.control.plan;

import org.jspecify.annotations.NullMarked;
