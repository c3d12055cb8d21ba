/// What a process answers over HTTP that does not depend on who controls the run. Used by the commands that work.
@NullMarked
package io.shardstream.cli.http;

import org.jspecify.annotations.NullMarked;
