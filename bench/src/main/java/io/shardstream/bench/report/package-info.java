/// What was measured: samples, medians and turns of contestants, and reports for people and machines.
@NullMarked
package io.shardstream.bench.report;

import org.jspecify.annotations.NullMarked;
