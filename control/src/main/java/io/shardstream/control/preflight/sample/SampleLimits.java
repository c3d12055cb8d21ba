package io.shardstream.control.preflight.sample;

import java.time.Duration;

/// How much is sampled at most.
///
/// @param time after which no window is begun; zero for no sample
/// @param documents after which no window is begun
/// @param lanes how many windows are worked at the same time, at least 1
public record SampleLimits(Duration time, long documents, int lanes) {
    public SampleLimits {
        if (time.isNegative()) {
            throw new IllegalArgumentException("a sample takes no time or some, got " + time);
        }
        if (lanes < 1) {
            throw new IllegalArgumentException("a sample needs a lane, got " + lanes);
        }
    }
}
