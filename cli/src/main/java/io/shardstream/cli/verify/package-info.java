/// The commands that compare source and target: sweep and verify.
@NullMarked
package io.shardstream.cli.verify;

import org.jspecify.annotations.NullMarked;
