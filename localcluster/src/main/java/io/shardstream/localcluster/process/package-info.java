/// Child processes that never outlive this JVM, the user they run as, their folders and ports.
@NullMarked
package io.shardstream.localcluster.process;

import org.jspecify.annotations.NullMarked;
