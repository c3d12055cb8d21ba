/// A timed sample of reading and writing, and how long a whole run will take by it.
@NullMarked
package io.shardstream.control.preflight.sample;

import org.jspecify.annotations.NullMarked;
