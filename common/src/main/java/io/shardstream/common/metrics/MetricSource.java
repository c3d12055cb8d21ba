package io.shardstream.common.metrics;

/// Whoever has something to tell in numbers.
@FunctionalInterface
public interface MetricSource {
    /// Tells how things stand now. Called by any thread, for each scrape: must not wait, nor hold up whoever counts.
    void tell(Readings to);

    /// Takes in numbers.
    @FunctionalInterface
    interface Readings {
        /// What is told twice, by one source or several, is added up.
        ///
        /// @param metric no histogram
        /// @param labels values of its labels, in their order
        /// @throws IllegalArgumentException if these are not the metric's labels
        void add(Metric metric, double value, String... labels);
    }
}
