/// A run's figures by the names of metrics. Used by the command line, which exports them.
@NullMarked
package io.shardstream.control.metrics;

import org.jspecify.annotations.NullMarked;
