/// How a process ends and what it writes on the way: exit codes, error sentences, being told to stop, and the
/// log.
@NullMarked
package io.shardstream.cli.exit;

import org.jspecify.annotations.NullMarked;
