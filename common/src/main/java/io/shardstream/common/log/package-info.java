/// What stands beside the sentence of a log line: a fixed list of keys, and whom a line is about. Any part may use it.
@NullMarked
package io.shardstream.common.log;

import org.jspecify.annotations.NullMarked;
