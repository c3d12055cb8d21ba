/// Whether a cluster lets a part of the run in, and shows it everything. Used by the services, which wait where they
/// are refused and stop where something is hidden from them.
@NullMarked
package io.shardstream.common.access;

import org.jspecify.annotations.NullMarked;
