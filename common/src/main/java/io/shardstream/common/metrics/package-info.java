/// What a process tells of itself in numbers: the one list of their names, and the registry that prints them for
/// Prometheus. Knows nothing of what is counted; the only package that knows Micrometer.
@NullMarked
package io.shardstream.common.metrics;

import org.jspecify.annotations.NullMarked;
