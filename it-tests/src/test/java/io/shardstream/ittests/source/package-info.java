/// Sources that are read in unusual ways, or change while they are read, on real servers.
@NullMarked
package io.shardstream.ittests.source;

import org.jspecify.annotations.NullMarked;
