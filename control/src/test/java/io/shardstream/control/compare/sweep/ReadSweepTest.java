package io.shardstream.control.compare.sweep;

import org.junit.jupiter.api.BeforeEach;

/// The same with a target that does not count versions, so that all numbers are read.
class ReadSweepTest extends SweepTest {
    @BeforeEach
    void refuseCounts() {
        fixture.refuseCounts();
    }

    @Override
    String look() {
        return "forEachLive";
    }
}
