/// Tests of the whole. Nothing may use it.
@NullMarked
package io.shardstream.ittests;

import org.jspecify.annotations.NullMarked;
