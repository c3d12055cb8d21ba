/// A slice of a byte array as a value. Everything may use it.
@NullMarked
package io.shardstream.common.bytes;

import org.jspecify.annotations.NullMarked;
