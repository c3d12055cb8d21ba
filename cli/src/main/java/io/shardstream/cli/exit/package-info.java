/// How a process ends: exit codes, error sentences, and being told to stop. Used by every command.
@NullMarked
package io.shardstream.cli.exit;

import org.jspecify.annotations.NullMarked;
