/// The command plan: a dry run, and how it tells what it found out.
@NullMarked
package io.shardstream.cli.plan;

import org.jspecify.annotations.NullMarked;
