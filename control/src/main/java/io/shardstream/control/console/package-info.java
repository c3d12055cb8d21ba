/// The process that controls a run or stands by: what it keeps beside the controller, and what it hears of
/// readers and writers. Begin in [io.shardstream.control.console.ControlProcess].
@NullMarked
package io.shardstream.control.console;

import org.jspecify.annotations.NullMarked;
