/// Servers in containers: Testcontainers as the other way in which the tests' servers run. No test names it; local
/// clusters find it on the class path.
@NullMarked
package io.shardstream.ittests.containers;

import org.jspecify.annotations.NullMarked;
