/// A slice of a byte array as a value, and its hash. Everything may use them.
@NullMarked
package io.shardstream.common.bytes;

import org.jspecify.annotations.NullMarked;
