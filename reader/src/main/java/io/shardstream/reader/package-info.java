/// The reader of a process: its settings, its membership in the group of readers, and the loop that steps one
/// shard after another. All that others see of the module.
@NullMarked
package io.shardstream.reader;

import org.jspecify.annotations.NullMarked;
