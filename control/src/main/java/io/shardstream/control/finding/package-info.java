/// What was found out before a run, or about one: each with what to do. Used by
/// survey, checkup and the command line.
@NullMarked
package io.shardstream.control.finding;

import org.jspecify.annotations.NullMarked;
