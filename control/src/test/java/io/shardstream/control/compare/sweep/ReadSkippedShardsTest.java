package io.shardstream.control.compare.sweep;

import org.junit.jupiter.api.BeforeEach;

/// The same with a target that does not count versions, so that all numbers are read.
class ReadSkippedShardsTest extends SkippedShardsTest {
    @BeforeEach
    void refuseCounts() {
        fixture.refuseCounts();
    }
}
