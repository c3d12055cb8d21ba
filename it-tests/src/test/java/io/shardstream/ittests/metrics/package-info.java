/// What is exported in numbers, against the list of metrics, the documentation, the dashboard and the alert rules.
@NullMarked
package io.shardstream.ittests.metrics;

import org.jspecify.annotations.NullMarked;
