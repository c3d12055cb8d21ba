/// What a cluster's servers are, what they have room for, and what a user may do there.
@NullMarked
package io.shardstream.control.index.server;

import org.jspecify.annotations.NullMarked;
