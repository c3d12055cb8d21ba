package io.shardstream.common.kafka;

import io.shardstream.common.metrics.MetricSource;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What the Kafka clients of a process measure of themselves, by what they are called: no broker, topic or partition
/// has numbers of its own, nor has one of several clients whose names differ in a number or a process at their ends.
/// What a client has counted stays counted when it is closed.
///
/// Micrometer's own binding would start a thread for each client, and leaves out what a client measures in all where it
/// measures the same of partitions too. Used by any thread.
public final class KafkaClients implements MetricSource {
    private static final Logger LOG = LoggerFactory.getLogger(KafkaClients.class);
    private static final String CLIENT_ID = "client-id";
    private static final Pattern NUMBER = Pattern.compile("-\\d+(@.*)?$");

    /// Guarded by this, as what follows.
    private final IdentityHashMap<Object, Measured> open = new IdentityHashMap<>();
    private final Map<Counted, Double> closed = new HashMap<>();

    /// A client's numbers, which any thread may ask it for.
    @FunctionalInterface
    interface Measured {
        Map<MetricName, ? extends Metric> metrics();
    }

    private record Counted(io.shardstream.common.metrics.Metric metric, String client) {}

    synchronized void opened(Object client, Measured measured) {
        open.put(client, measured);
    }

    /// To be called before it is closed; a second time does nothing.
    synchronized void closing(Object client) {
        Measured measured = open.remove(client);
        if (measured != null) {
            add(measured, closed);
        }
    }

    /// How many there are.
    synchronized int open() {
        return open.size();
    }

    @Override
    public synchronized void tell(Readings to) {
        Map<Counted, Double> all = new HashMap<>(closed);
        open.values().forEach(client -> add(client, all));
        all.forEach((counted, value) -> to.add(counted.metric(), value, counted.client()));
    }

    /// Whatever goes wrong with numbers is no trouble of the client's.
    private static void add(Measured client, Map<Counted, Double> sums) {
        try {
            client.metrics().forEach((name, metric) -> {
                if (metric.metricValue() instanceof Double value && !value.isNaN()) {
                    counted(name).ifPresent(counted -> sums.merge(counted, value, Double::sum));
                }
            });
        } catch (RuntimeException e) {
            LOG.debug("A Kafka client does not tell its numbers", e);
        }
    }

    private static Optional<Counted> counted(MetricName name) {
        String client = name.tags().get(CLIENT_ID);
        if (client == null || !name.tags().keySet().equals(Set.of(CLIENT_ID))) {
            return Optional.empty();
        }
        String group = name.group().replaceFirst("-metrics$", "");
        return io.shardstream.common.metrics.Metric.named(
                        "kafka_" + group.replace('-', '_') + "_" + name.name().replace('-', '_'))
                .map(metric -> new Counted(metric, NUMBER.matcher(client).replaceFirst("")));
    }
}
