package io.shardstream.common.metrics;

import io.micrometer.core.instrument.Tag;
import java.util.List;
import java.util.stream.IntStream;

/// A metric with the values of its labels.
record Series(Metric metric, List<String> values) {
    /// What stands for a value that is empty, which Prometheus takes for a label that is not there.
    private static final String NONE = "any";

    Series {
        values = values.stream().map(value -> value.isEmpty() ? NONE : value).toList();
        if (values.size() != metric.labels().size()) {
            throw new IllegalArgumentException(
                    metric.metricName() + " has the labels " + metric.labels() + ", got values " + values);
        }
    }

    List<Tag> tags() {
        return IntStream.range(0, values.size())
                .mapToObj(i -> Tag.of(metric.labels().get(i), values.get(i)))
                .toList();
    }

    /// The name without what Micrometer adds to it.
    String meterName() {
        return switch (metric.type()) {
            case COUNTER -> without("_total");
            case HISTOGRAM, SUMMARY -> without("_seconds");
            case GAUGE -> metric.metricName();
        };
    }

    private String without(String suffix) {
        String name = metric.metricName();
        return name.endsWith(suffix) ? name.substring(0, name.length() - suffix.length()) : name;
    }
}
