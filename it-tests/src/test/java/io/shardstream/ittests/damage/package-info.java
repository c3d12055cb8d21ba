/// Damaged answers to what readers and writers ask, without servers.
@NullMarked
package io.shardstream.ittests.damage;

import org.jspecify.annotations.NullMarked;
