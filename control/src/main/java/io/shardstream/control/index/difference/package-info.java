/// What the target will treat otherwise than the source, by settings and mappings.
@NullMarked
package io.shardstream.control.index.difference;

import org.jspecify.annotations.NullMarked;
