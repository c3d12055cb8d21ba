/// What was measured, for people and for machines.
@NullMarked
package io.shardstream.bench.report;

import org.jspecify.annotations.NullMarked;
