/// Numbers as people read them, with their words. Used by everything that says something.
@NullMarked
package io.shardstream.common.numbers;

import org.jspecify.annotations.NullMarked;
