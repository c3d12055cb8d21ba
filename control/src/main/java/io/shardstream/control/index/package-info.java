/// Indices as a cluster describes them: settings, mappings, aliases, routing, kinds of fields.
@NullMarked
package io.shardstream.control.index;

import org.jspecify.annotations.NullMarked;
