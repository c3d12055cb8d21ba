/// Commands for the time before a run: `plan` with its drafts of run files, `doctor`, and `config`.
@NullMarked
package io.shardstream.cli.plan;

import org.jspecify.annotations.NullMarked;
