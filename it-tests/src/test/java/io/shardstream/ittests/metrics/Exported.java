package io.shardstream.ittests.metrics;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.shardstream.cli.run.ReaderMetrics;
import io.shardstream.cli.run.WriterMetrics;
import io.shardstream.common.kafka.KafkaConnection;
import io.shardstream.common.metrics.Metric;
import io.shardstream.common.metrics.MetricSource.Readings;
import io.shardstream.common.metrics.Metrics;
import io.shardstream.common.pace.Limiter;
import io.shardstream.reader.shard.ShardFigures;
import io.shardstream.writer.lane.FinalOutcome;
import io.shardstream.writer.limit.Pressure;
import io.shardstream.writer.send.NodeFigures;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.Producer;
import org.awaitility.Awaitility;

/// What a process with everything in it prints for Prometheus.
///
/// @param labels of each series, by its name
/// @param types by the name of the metric
/// @param values that a label of our own had
record Exported(Map<String, Set<String>> labels, Map<String, String> types, Map<String, Set<String>> values) {
    private static final Pattern SERIES = Pattern.compile("(?m)^(\\w+)(?:\\{(.*)\\})? \\S+$");
    private static final Pattern LABEL = Pattern.compile("(\\w+)=\"((?:[^\"\\\\]|\\\\.)*)\"");
    private static final Pattern TYPE = Pattern.compile("(?m)^# TYPE (\\w+) (\\w+)$");
    private static final Map<Limiter, Long> HELD_BACK = Map.of(new Limiter(Limiter.Kind.OVERLOAD, "n1"), 1L);

    /// Those that a process tells that controls its run.
    static final Set<Metric> OF_CONTROL = EnumSet.range(Metric.PHASE, Metric.GUARD_BREACHED);

    static Exported now() {
        KafkaConnection kafka = new KafkaConnection("127.0.0.1:1", Map.of());
        try (Metrics metrics = new Metrics("cities");
                Producer<byte[], byte[]> _ = kafka.producer("docs", Map.of());
                Consumer<byte[], byte[]> _ = kafka.consumer("member", Map.of(ConsumerConfig.GROUP_ID_CONFIG, "g"));
                Metrics.Registration _ = metrics.add(kafka.clients());
                Metrics.Registration _ = metrics.add(reader());
                Metrics.Registration _ = metrics.add(writer());
                Metrics.Registration _ = metrics.add(Exported::control)) {
            metrics.record(Metric.BULK_DURATION, 1_000_000, "n1");
            System.gc();
            // The first pause for garbage is told some moments later, by a thread of its own.
            return Awaitility.await()
                    .atMost(Duration.ofMinutes(2))
                    .until(
                            () -> read(new String(metrics.scrape(), UTF_8)),
                            exported -> exported.labels().containsKey("jvm_gc_pause_seconds_count"));
        }
    }

    /// Whether a series only rises while its process lives.
    boolean isCounter(String series) {
        String metric = series.replaceFirst("_(bucket|count|sum)$", "");
        String type = types.getOrDefault(types.containsKey(series) ? series : metric, "");
        return Set.of("counter", "histogram", "summary").contains(type);
    }

    private static ReaderMetrics reader() {
        return new ReaderMetrics(() -> List.of(new ShardFigures(0, 5, 500, 2, true)), () -> HELD_BACK);
    }

    private static WriterMetrics writer() {
        NodeFigures node = new NodeFigures(
                "n1",
                Map.of(FinalOutcome.APPLIED, 1L, FinalOutcome.SUPERSEDED, 1L, FinalOutcome.REJECTED, 1L),
                100,
                Map.of(Pressure.OVERLOAD, 1L),
                1,
                2,
                3,
                4);
        return new WriterMetrics(() -> List.of(node), () -> 4, () -> HELD_BACK);
    }

    /// Stands in for a process that controls its run, which tells each of these: its own test sees to that.
    private static void control(Readings to) {
        OF_CONTROL.forEach(metric -> to.add(
                metric, 1, metric.labels().stream().map(label -> "a " + label).toArray(String[]::new)));
    }

    private static Exported read(String text) {
        Map<String, Set<String>> labels = new TreeMap<>();
        Map<String, Set<String>> values = new TreeMap<>();
        SERIES.matcher(text).results().forEach(series -> {
            Set<String> known = labels.computeIfAbsent(series.group(1), _ -> new TreeSet<>());
            Matcher label = LABEL.matcher(series.group(2) == null ? "" : series.group(2));
            while (label.find()) {
                known.add(label.group(1));
                values.computeIfAbsent(label.group(1), _ -> new TreeSet<>()).add(label.group(2));
            }
        });
        Map<String, String> types =
                TYPE.matcher(text).results().collect(Collectors.toMap(type -> type.group(1), type -> type.group(2)));
        return new Exported(labels, types, values);
    }
}
