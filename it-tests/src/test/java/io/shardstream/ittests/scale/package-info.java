/// Indices of every shape: how many primaries a source and a target have, how they route, and how they came to be.
@NullMarked
package io.shardstream.ittests.scale;

import org.jspecify.annotations.NullMarked;
