/// How this process writes its log: as text, or as JSON with a fixed list of keys. Commands that work for a run use it.
@NullMarked
package io.shardstream.cli.log;

import org.jspecify.annotations.NullMarked;
