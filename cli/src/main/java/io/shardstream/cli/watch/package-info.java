/// A run on a terminal as it goes on: its layout as pure code, how it gets onto a terminal, into plain lines or into a
/// picture, and the command `watch`.
@NullMarked
package io.shardstream.cli.watch;

import org.jspecify.annotations.NullMarked;
