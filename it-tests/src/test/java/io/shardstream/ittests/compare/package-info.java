/// Verifies the verifier: faulty copies on a real server, each of which the comparison must find and name.
@NullMarked
package io.shardstream.ittests.compare;

import org.jspecify.annotations.NullMarked;
