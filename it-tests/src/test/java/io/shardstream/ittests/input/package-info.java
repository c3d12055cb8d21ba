/// What the commands answer to wrong input and to servers that are not as they should be: one clear
/// sentence and an exit code, against real servers. Uses localcluster and the command line.
@NullMarked
package io.shardstream.ittests.input;

import org.jspecify.annotations.NullMarked;
