/// Finds the JDKs of this machine, because each server runs on its own range of Java versions. Used by the servers.
@NullMarked
package io.shardstream.localcluster.jdk;

import org.jspecify.annotations.NullMarked;
