/// How a run says that it cannot begin. Used by all of control and by the command line.
@NullMarked
package io.shardstream.control.refusal;

import org.jspecify.annotations.NullMarked;
