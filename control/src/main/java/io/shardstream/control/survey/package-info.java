/// The dry run: asks all servers, changes nothing, and tells what speaks against a run. Used by the command line.
@NullMarked
package io.shardstream.control.survey;

import org.jspecify.annotations.NullMarked;
