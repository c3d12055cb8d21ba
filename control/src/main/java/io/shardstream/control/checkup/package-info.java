/// Looks at a run that works, or does not, and changes nothing: servers, certificates, clocks, topics, groups, and what
/// blocks it. Used by the command line.
@NullMarked
package io.shardstream.control.checkup;

import org.jspecify.annotations.NullMarked;
