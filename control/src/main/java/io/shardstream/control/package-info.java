/// The life of a run, from its plan to its end, by feature; the package itself holds nothing.
@NullMarked
package io.shardstream.control;

import org.jspecify.annotations.NullMarked;
