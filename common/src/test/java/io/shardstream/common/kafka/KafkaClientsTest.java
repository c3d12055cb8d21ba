package io.shardstream.common.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.metrics.Metric;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.MetricName;
import org.junit.jupiter.api.Test;

class KafkaClientsTest {
    private final KafkaClients clients = new KafkaClients();

    /// One number of a client's.
    private record Told(MetricName metricName, Object metricValue) implements org.apache.kafka.common.Metric {}

    @Test
    void clientsThatDifferByANumberAreAddedUp() {
        clients.opened("one", () -> sent("slice-1", 2.0));
        clients.opened("other", () -> sent("slice-22", 3.0));

        assertThat(told()).isEqualTo(Map.of("KAFKA_RECORDS_SENT slice", 5.0));
    }

    @Test
    void whatAClosedClientHasCountedStaysCounted() {
        clients.opened("one", () -> sent("docs", 2.0));
        clients.closing("one");
        clients.closing("one");
        clients.opened("other", () -> sent("docs", 1.0));

        assertThat(told()).isEqualTo(Map.of("KAFKA_RECORDS_SENT docs", 3.0));
    }

    @Test
    void numbersOfTopicsAndThoseThatAreNotListedAreLeftOut() {
        clients.opened(
                "one",
                () -> Stream.of(
                                number(
                                        "producer-metrics",
                                        "record-send-total",
                                        Map.of("client-id", "docs", "topic", "t"),
                                        1.0),
                                number("producer-metrics", "io-ratio", Map.of("client-id", "docs"), 1.0),
                                number(
                                        "producer-metrics",
                                        "record-error-total",
                                        Map.of("client-id", "docs"),
                                        Double.NaN))
                        .collect(Collectors.toMap(Told::metricName, one -> one)));

        assertThat(told()).isEmpty();
    }

    @Test
    void aClientThatBreaksIsLeftOut() {
        clients.opened("broken", () -> {
            throw new IllegalStateException("closed");
        });
        clients.opened("well", () -> sent("docs", 1.0));

        assertThat(told()).containsOnlyKeys("KAFKA_RECORDS_SENT docs");
    }

    @Test
    void whatIsListedIsWhatRealClientsMeasure() {
        KafkaConnection nowhere = new KafkaConnection("127.0.0.1:1", Map.of());
        Set<Metric> told = new HashSet<>();
        try (Producer<byte[], byte[]> _ = nowhere.producer("docs", Map.of());
                Consumer<byte[], byte[]> _ = nowhere.consumer("member", Map.of(ConsumerConfig.GROUP_ID_CONFIG, "g"));
                Consumer<byte[], byte[]> _ = nowhere.briefConsumer("brief", Map.of())) {
            nowhere.clients().tell((metric, _, labels) -> {
                told.add(metric);
                assertThat(labels).containsAnyOf("docs", "member");
            });
        }

        assertThat(told)
                .containsExactlyInAnyOrderElementsOf(Stream.of(Metric.values())
                        .filter(metric -> metric.metricName().startsWith("kafka_"))
                        .toList());
    }

    @Test
    void aClientThatIsClosedIsNotAskedAnyMore() {
        KafkaConnection nowhere = new KafkaConnection("127.0.0.1:1", Map.of());
        Producer<byte[], byte[]> producer = nowhere.producer("docs", Map.of());
        producer.close(Duration.ZERO);
        KafkaConnection.close(nowhere.consumer("member", Map.of()));

        assertThat(nowhere.clients().open()).isZero();
    }

    private static Map<MetricName, Told> sent(String client, double records) {
        Told number = number("producer-metrics", "record-send-total", Map.of("client-id", client), records);
        return Map.of(number.metricName(), number);
    }

    private static Told number(String group, String name, Map<String, String> tags, double value) {
        return new Told(new MetricName(name, group, "", tags), value);
    }

    private Map<String, Double> told() {
        Map<String, Double> told = new TreeMap<>();
        clients.tell((metric, value, labels) -> told.put(metric + " " + String.join(" ", labels), value));
        return told;
    }
}
