/// Child processes that never outlive this JVM, and the user they run as. May be used by everything in this module and
/// by whoever starts processes of their own.
@NullMarked
package io.shardstream.localcluster.process;

import org.jspecify.annotations.NullMarked;
