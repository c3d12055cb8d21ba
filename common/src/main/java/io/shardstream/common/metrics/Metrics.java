package io.shardstream.common.metrics;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Timer;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What one process tells Prometheus about one run. Sources are asked when somebody scrapes: counting costs those who
/// work nothing but the count. Used by any thread.
public final class Metrics implements AutoCloseable {
    /// Of what [#scrape()] returns.
    public static final String CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

    private static final Logger LOG = LoggerFactory.getLogger(Metrics.class);

    /// Upper bounds of a histogram's buckets: from a bulk of a few documents to one that was given up.
    private static final Duration[] BUCKETS = Stream.of(
                    5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 30_000, 60_000)
            .map(Duration::ofMillis)
            .toArray(Duration[]::new);

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final ProcessMeters process;
    private final List<MetricSource> sources = new CopyOnWriteArrayList<>();
    private final Map<Series, Told> told = new HashMap<>();
    private final Map<Series, Timer> timers = new ConcurrentHashMap<>();

    /// The last value of a series; written while sources are asked, read while their answers are printed.
    private static final class Told {
        private final Meter meter;
        private double value;

        Told(Series series, PrometheusMeterRegistry registry) {
            Metric metric = series.metric();
            meter = switch (metric.type()) {
                case COUNTER ->
                    FunctionCounter.builder(series.meterName(), this, told -> told.value)
                            .tags(series.tags())
                            .description(metric.help())
                            .register(registry);
                case GAUGE ->
                    Gauge.builder(series.meterName(), this, told -> told.value)
                            .tags(series.tags())
                            .description(metric.help())
                            .register(registry);
                case HISTOGRAM, SUMMARY ->
                    throw new IllegalArgumentException(metric.metricName() + " is recorded and not told");
            };
        }
    }

    /// Ends what it stands for.
    @FunctionalInterface
    public interface Registration extends AutoCloseable {
        @Override
        void close();
    }

    /// @param run its name, a label of everything
    public Metrics(String run) {
        registry.config().commonTags(Metric.RUN, run);
        process = new ProcessMeters(registry);
    }

    /// Asks this source from now on.
    ///
    /// @return ends that
    public Registration add(MetricSource source) {
        sources.add(source);
        return () -> sources.remove(source);
    }

    /// Notes how long something took.
    ///
    /// @param histogram of which kind it was
    /// @param labels values of its labels, in their order
    public void record(Metric histogram, long nanos, String... labels) {
        timers.computeIfAbsent(new Series(histogram, List.of(labels)), this::timer)
                .record(nanos, TimeUnit.NANOSECONDS);
    }

    private Timer timer(Series series) {
        return Timer.builder(series.meterName())
                .tags(series.tags())
                .description(series.metric().help())
                .serviceLevelObjectives(BUCKETS)
                .register(registry);
    }

    /// All that there is now, in Prometheus's text format.
    public synchronized byte[] scrape() {
        Map<Series, Double> now = new LinkedHashMap<>();
        sources.forEach(source -> ask(source, now));
        forgetAllBut(now.keySet());
        now.forEach((series, value) -> told.computeIfAbsent(series, one -> new Told(one, registry)).value = value);
        return registry.scrape(CONTENT_TYPE).getBytes(UTF_8);
    }

    /// One that cannot answer keeps nobody else from it.
    private static void ask(MetricSource source, Map<Series, Double> now) {
        try {
            source.tell((metric, value, labels) -> now.merge(new Series(metric, List.of(labels)), value, Double::sum));
        } catch (RuntimeException e) {
            LOG.warn("Some metrics are missing", e);
        }
    }

    private void forgetAllBut(Set<Series> here) {
        told.entrySet().removeIf(one -> {
            boolean isGone = !here.contains(one.getKey());
            if (isGone) {
                registry.remove(one.getValue().meter);
            }
            return isGone;
        });
    }

    @Override
    public void close() {
        process.close();
        registry.close();
    }
}
