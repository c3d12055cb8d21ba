/// The target index: made after the source or taken as it is, marked as the run's, and kept like the source
/// while the run lasts (mapping, settings, replicas, the age of deletes).
@NullMarked
package io.shardstream.control.index.target;

import org.jspecify.annotations.NullMarked;
