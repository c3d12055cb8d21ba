/// What models and real servers have to do alike: each contract is a class of tests that runs over both.
@NullMarked
package io.shardstream.simulation.contract;

import org.jspecify.annotations.NullMarked;
