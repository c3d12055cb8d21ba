package io.shardstream.localcluster.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.localcluster.process.LocalServerException;
import io.shardstream.localcluster.process.PortHolder;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Starts real brokers.
@Timeout(1800)
class KafkaClusterTest {

    private static final TopicPartition PARTITION = new TopicPartition("docs", 0);

    /// Long enough for a broker that serves on a busy machine.
    private static final String MAX_BLOCK = "5000";

    @TempDir
    Path folder;

    @Test
    void aBrokerThatIsFrozenAndKilledComesBackAtItsAddressWithItsData() throws Exception {
        try (KafkaCluster cluster = quick().start()) {
            String bootstrap = cluster.bootstrapServers();
            createTopic(bootstrap, 1);
            send(bootstrap, "before");

            cluster.broker(1).suspend();
            assertThatThrownBy(() -> send(bootstrap, "into the frost")).hasMessageContaining("not present in metadata");
            cluster.broker(1).kill();
            assertThat(cluster.broker(1).isAlive()).isFalse();
            cluster.broker(1).start();

            assertThat(cluster.bootstrapServers()).isEqualTo(bootstrap);
            send(bootstrap, "after");
            assertThat(records(bootstrap)).containsExactly("before", "after");
        }
    }

    @Tag("long")
    @Test
    void severalBrokersReplicateAndSurviveTheLossOfOne() throws Exception {
        try (KafkaCluster cluster = quick().brokers(3).start()) {
            createTopic(cluster.bootstrapServers(), 3);
            send(cluster.bootstrapServers(), "one");

            cluster.broker(2).kill();

            send(cluster.bootstrapServers(), "two");
            assertThat(records(cluster.bootstrapServers())).containsExactly("one", "two");
        }
    }

    @Test
    void aClusterGoesOnWithTheDataThatWereKeptInItsFolder() throws Exception {
        assertThat(folder.toFile().setExecutable(true, false)).isTrue();
        try (KafkaCluster first = quick().folder(folder).keepData().start()) {
            createTopic(first.bootstrapServers(), 1);
            send(first.bootstrapServers(), "kept");
        }
        try (KafkaCluster second = quick().folder(folder).keepData().start()) {
            assertThat(records(second.bootstrapServers())).containsExactly("kept");
        }
    }

    @Test
    void aBrokerThatLostTheRaceForItsPortStartsOnAnother() throws IOException {
        KafkaCluster wanted = new KafkaCluster(quick());
        try (PortHolder holder = PortHolder.on(wanted.broker(1).ports().client());
                KafkaCluster cluster = wanted) {
            cluster.start();

            assertThat(cluster.bootstrapServers()).doesNotContain(":" + holder.port());
            assertThat(cluster.broker(1).isAlive()).isTrue();
        }
        assertThat(wanted.folder()).doesNotExist();
    }

    @Test
    void aBrokerThatDoesNotStartSaysWhyInTheWordsOfItsLog() {
        KafkaClusterBuilder wrong = quick().setting("num.io.threads", "many");

        assertThatThrownBy(wrong::start)
                .isInstanceOf(LocalServerException.class)
                .hasMessageContaining("broker-1")
                .hasMessageContaining("Invalid value many for configuration num.io.threads");
    }

    private static void createTopic(String bootstrap, int replicas) throws ExecutionException, InterruptedException {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrap))) {
            admin.createTopics(List.of(new NewTopic(PARTITION.topic(), 1, (short) replicas)))
                    .all()
                    .get();
        }
    }

    private static void send(String bootstrap, String value) throws ExecutionException, InterruptedException {
        Map<String, Object> config = Map.of("bootstrap.servers", bootstrap, "acks", "all", "max.block.ms", MAX_BLOCK);
        try (KafkaProducer<String, String> producer =
                new KafkaProducer<>(config, new StringSerializer(), new StringSerializer())) {
            producer.send(new ProducerRecord<>(PARTITION.topic(), value)).get();
        }
    }

    private static List<String> records(String bootstrap) {
        Map<String, Object> config = Map.of("bootstrap.servers", bootstrap, "auto.offset.reset", "earliest");
        try (KafkaConsumer<String, String> consumer =
                new KafkaConsumer<>(config, new StringDeserializer(), new StringDeserializer())) {
            consumer.assign(List.of(PARTITION));
            long end = consumer.endOffsets(List.of(PARTITION)).getOrDefault(PARTITION, 0L);
            var values = new ArrayList<String>();
            while (consumer.position(PARTITION) < end) {
                consumer.poll(Duration.ofSeconds(1)).forEach(found -> values.add(found.value()));
            }
            return values;
        }
    }

    /// Brokers that boot with less work than usual, because nothing here asks how fast they are.
    private static KafkaClusterBuilder quick() {
        return KafkaCluster.builder().javaOption("-XX:TieredStopAtLevel=1");
    }
}
