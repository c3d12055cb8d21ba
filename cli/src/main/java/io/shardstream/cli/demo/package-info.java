/// The demo: real servers, real documents, a copy during which readers and writers are killed, and a comparison of the
/// result. `live-load` too, for trying a run out. May use everything of the command line but other commands.
@NullMarked
package io.shardstream.cli.demo;

import org.jspecify.annotations.NullMarked;
