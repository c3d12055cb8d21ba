/// What work costs: counted in every build, and beside a slow node measured by hand, which prints figures and asserts
/// nothing about time. `shardstream bench` has the other measurements.
@NullMarked
package io.shardstream.ittests.speed;

import org.jspecify.annotations.NullMarked;
