package io.shardstream.bench.live;

import io.shardstream.common.contract.record.Step;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// How long the steps of a request took.
final class StepTimes {
    private static final double MILLIS = 1e3;

    private StepTimes() {}

    /// Seconds by name, in the order of the steps. A step lasts from the end of the one before it to its own; one that
    /// is taken again counts as the same one.
    ///
    /// @param asked when the request was made
    /// @param steps in their order, each as it was told last
    static Map<String, Double> of(Instant asked, List<Step> steps) {
        Map<String, Double> seconds = new LinkedHashMap<>();
        Instant last = asked;
        for (Step step : steps) {
            seconds.merge(step.name(), Duration.between(last, step.at()).toMillis() / MILLIS, Double::sum);
            last = step.at();
        }
        return seconds;
    }
}
