/// Tests of the tar.gz as it was packaged, and of what the container image is made of.
@NullMarked
package io.shardstream.deploy;

import org.jspecify.annotations.NullMarked;
