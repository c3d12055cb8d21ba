/// Indices as a cluster describes them: settings, mappings, aliases, routing. Used by source, target and plan.
@NullMarked
package io.shardstream.control.index;

import org.jspecify.annotations.NullMarked;
