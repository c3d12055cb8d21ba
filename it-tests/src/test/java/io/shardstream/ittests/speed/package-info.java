/// Measurements, which are run by hand: they print figures and assert nothing about time.
@NullMarked
package io.shardstream.ittests.speed;

import org.jspecify.annotations.NullMarked;
