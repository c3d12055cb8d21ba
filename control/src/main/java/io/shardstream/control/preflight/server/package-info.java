/// What `plan` finds out about brokers and indices: versions, room, limits, mappings, templates, and how large
/// documents are.
@NullMarked
package io.shardstream.control.preflight.server;

import org.jspecify.annotations.NullMarked;
