/// Gets servers and Java from Maven repositories and from this machine, and keeps servers, ready to start, in a
/// cache.
@NullMarked
package io.shardstream.localcluster.artifact;

import org.jspecify.annotations.NullMarked;
