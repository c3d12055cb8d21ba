/// The dry run of `plan`: asks all servers, changes nothing, and tells what speaks against a run.
@NullMarked
package io.shardstream.control.preflight;

import org.jspecify.annotations.NullMarked;
