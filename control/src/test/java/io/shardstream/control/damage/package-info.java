/// Answers of servers that something stands in the way of, and what the run makes of them.
@NullMarked
package io.shardstream.control.damage;

import org.jspecify.annotations.NullMarked;
