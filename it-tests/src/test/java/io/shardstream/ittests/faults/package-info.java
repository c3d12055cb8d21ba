/// What happens to a run when a process, a broker or a node dies or an answer is lost at a chosen moment.
/// The numbers such as F-01 are those of the fault matrix.
@NullMarked
package io.shardstream.ittests.faults;

import org.jspecify.annotations.NullMarked;
