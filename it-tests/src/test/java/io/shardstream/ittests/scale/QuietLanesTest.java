package io.shardstream.ittests.scale;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.ittests.server.RealServers;
import io.shardstream.localcluster.kafka.KafkaCluster;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// A broker keeps what a fetch that found nothing has waited for, for each partition of it, until
/// `fetch.purgatory.purge.interval.requests` such fetches have gathered: 1,000 by default
/// (`DelayedOperationPurgatory`).
/// With a thousand quiet lanes that is a good part of a small heap, so brokers that this project starts gather fewer.
@Tag("long")
@RealServers
class QuietLanesTest {
    private static final int LANES = 1000;
    private static final int FETCHES = 1500;
    private static final String GATHERED = "fetch.purgatory.purge.interval.requests";
    /// In Kafka 4.3.1 it is in `org.apache.kafka.storage.internals.log`; in earlier ones it was in `kafka.server`.
    private static final Pattern WAITED_FOR =
            Pattern.compile("^ *\\d+: +(\\d+) +(\\d+) +\\S*FetchPartitionStatus\\b", Pattern.MULTILINE);

    @Test
    void aThousandQuietLanesTakeLittleOfABrokersHeap() throws Exception {
        long byDefault = keptFor(Map.of(GATHERED, "1000"));
        long here = keptFor(Map.of());
        System.out.printf(
                "quiet lanes: the broker keeps %,d partitions of ended fetches by default, %,d as started here%n",
                byDefault, here);
        assertThat(byDefault).isGreaterThan(300L * LANES);
        assertThat(here).isLessThan(byDefault / 4);
    }

    private static long keptFor(Map<String, String> settings) throws Exception {
        var builder = KafkaCluster.builder().heapMegabytes(512).compilingLittle();
        settings.forEach(builder::setting);
        try (KafkaCluster kafka = builder.start();
                Admin admin = Admin.create(Map.of("bootstrap.servers", kafka.bootstrapServers()));
                KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(
                        Map.of("bootstrap.servers", kafka.bootstrapServers(), "fetch.max.wait.ms", "5"),
                        new ByteArrayDeserializer(),
                        new ByteArrayDeserializer())) {
            admin.createTopics(List.of(new NewTopic("lanes", LANES, (short) 1)))
                    .all()
                    .get();
            List<TopicPartition> lanes = IntStream.range(0, LANES)
                    .mapToObj(lane -> new TopicPartition("lanes", lane))
                    .toList();
            consumer.assign(lanes);
            consumer.seekToBeginning(lanes);
            while (fetches(consumer) < FETCHES) {
                consumer.poll(Duration.ofMillis(100));
            }
            return keptBy(kafka.brokers().getFirst().pid());
        }
    }

    private static double fetches(KafkaConsumer<byte[], byte[]> consumer) {
        return consumer.metrics().values().stream()
                .filter(metric -> metric.metricName().name().equals("fetch-total"))
                .mapToDouble(metric -> (double) metric.metricValue())
                .max()
                .orElse(0);
    }

    /// How many partitions of fetches live in its heap.
    private static long keptBy(long pid) throws Exception {
        Process process = new ProcessBuilder(
                        System.getProperty("java.home") + "/bin/jcmd", "" + pid, "GC.class_histogram")
                .redirectErrorStream(true)
                .start();
        String histogram = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(histogram).isZero();
        Matcher found = WAITED_FOR.matcher(histogram);
        return found.find() ? Long.parseLong(found.group(1)) : 0;
    }
}
