/// The same short copy on every server that is supported.
@NullMarked
package io.shardstream.ittests.versions;

import org.jspecify.annotations.NullMarked;
