/// Gets servers from Maven repositories through Maven itself and keeps them, ready to start, in a cache. Used by the
/// servers.
@NullMarked
package io.shardstream.localcluster.artifact;

import org.jspecify.annotations.NullMarked;
