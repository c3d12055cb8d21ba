/// A run on the shared servers: its source, its run file, its processes, and the proof that its target is right.
@NullMarked
package io.shardstream.ittests.copy;

import org.jspecify.annotations.NullMarked;
