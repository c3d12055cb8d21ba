package io.shardstream.ittests.contract;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.contract.record.Pause;
import io.shardstream.common.contract.record.PrimaryNodes;
import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.group.MemberSettings;
import io.shardstream.common.group.Pin;
import io.shardstream.common.group.PinnedGroup;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.kafka.ControlTopicTail;
import io.shardstream.common.kafka.KafkaConnection;
import io.shardstream.ittests.server.RealServers;
import io.shardstream.ittests.server.Servers;
import io.shardstream.localcluster.kafka.KafkaBroker;
import io.shardstream.localcluster.kafka.KafkaCluster;
import io.shardstream.simulation.contract.KafkaGroupContract;
import io.shardstream.simulation.contract.KafkaLogContract;
import io.shardstream.simulation.contract.KafkaTransactionContract;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.admin.RemoveMembersFromConsumerGroupOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InvalidTxnStateException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// A real broker.
@RealServers
class BrokerTest implements KafkaLogContract, KafkaGroupContract, KafkaTransactionContract {
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final Duration SESSION = Duration.ofSeconds(30);
    private static KafkaCluster cluster;

    @BeforeAll
    static void start() {
        cluster = KafkaCluster.builder()
                .compilingLittle()
                .setting("transaction.abort.timed.out.transaction.cleanup.interval.ms", "500")
                .start();
    }

    @AfterAll
    static void end() {
        cluster.close();
    }

    @Override
    public void over(Body body) throws Exception {
        body.run(real());
    }

    private static Real real() {
        return new Real(cluster.broker(1), new KafkaConnection(cluster.bootstrapServers(), Map.of()));
    }

    /// As what a command has left that was killed.
    @Test
    void whoTakesOverReadsTheControlTopicBehindATransactionThatIsOpen() throws Exception {
        Real kafka = real();
        RunTopics topics = new RunTopics(kafka.name());
        kafka.create(topics.control(), 1);
        TopicPartition control = new TopicPartition(topics.control(), 0);
        byte[] pause = new Pause("behind", Instant.EPOCH).encode();
        try (Producer<byte[], byte[]> open = kafka.leaveOpen(kafka.name(), said(control, "open", pause));
                Producer<byte[], byte[]> other = kafka.producer();
                ControlTopicTail tail = ControlTopicTail.of(kafka.connection(), topics)) {
            other.send(said(control, Pause.KEY, pause)).get();

            assertThat(tail.endNow(PATIENCE)).isGreaterThanOrEqualTo(2);
            assertThat(ControlRecords.readSettled(kafka.connection(), topics, PATIENCE)
                            .pause())
                    .map(Pause::reason)
                    .contains("behind");
            assertThatThrownBy(open::commitTransaction).isInstanceOf(InvalidTxnStateException.class);
        }
    }

    private static ProducerRecord<byte[], byte[]> said(TopicPartition control, String key, byte[] value) {
        return new ProducerRecord<>(control.topic(), control.partition(), key.getBytes(UTF_8), value);
    }

    private record Real(KafkaBroker broker, KafkaConnection connection) implements Kafka {
        @Override
        public List<TopicPartition> topic(int partitions) {
            String topic = name();
            create(topic, partitions);
            return IntStream.range(0, partitions)
                    .mapToObj(partition -> new TopicPartition(topic, partition))
                    .toList();
        }

        private void create(String topic, int partitions) {
            try (Admin admin = connection.admin("contract")) {
                admin.createTopics(List.of(new NewTopic(topic, partitions, (short) 1)))
                        .all()
                        .toCompletionStage()
                        .toCompletableFuture()
                        .join();
            }
        }

        @Override
        public String name() {
            return Servers.name("contract");
        }

        @Override
        public Producer<byte[], byte[]> producer() {
            return connection.producer("contract", Map.of());
        }

        @Override
        public Producer<byte[], byte[]> transactionalProducer(String id) {
            return connection.producer(
                    "contract",
                    Map.of(
                            ProducerConfig.TRANSACTIONAL_ID_CONFIG,
                            id,
                            ProducerConfig.TRANSACTION_TIMEOUT_CONFIG,
                            5000));
        }

        @Override
        public Consumer<byte[], byte[]> reader() {
            return connection.consumer("contract", Map.of(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed"));
        }

        @Override
        public Consumer<byte[], byte[]> member(String group) {
            return connection.consumer(
                    "contract",
                    MemberSettings.of(SESSION)
                            .consumer(group, new PinnedGroup(Pin.NONE, () -> PrimaryNodes.UNKNOWN, System::nanoTime)));
        }

        @Override
        public void throwOut(String group, Consumer<byte[], byte[]> member) throws Exception {
            try (Admin admin = connection.admin("contract")) {
                admin.removeMembersFromConsumerGroup(group, new RemoveMembersFromConsumerGroupOptions())
                        .all()
                        .get();
            }
        }

        @Override
        public Producer<byte[], byte[]> leaveOpen(String id, ProducerRecord<byte[], byte[]> message) throws Exception {
            Producer<byte[], byte[]> producer = transactionalProducer(id);
            producer.initTransactions();
            producer.beginTransaction();
            var sent = producer.send(message);
            producer.flush();
            sent.get();
            return producer;
        }

        @Override
        public void deleteBefore(TopicPartition partition, long offset) throws Exception {
            try (Admin admin = connection.admin("contract")) {
                admin.deleteRecords(Map.of(partition, RecordsToDelete.beforeOffset(offset)))
                        .all()
                        .get();
            }
        }

        /// Shortens the file of the log while the broker is down.
        @Override
        public void cut(TopicPartition partition, long offset) throws Exception {
            broker.kill();
            Path folder = broker.folder().resolve("data/" + partition);
            shorten(folder.resolve("00000000000000000000.log"), offset);
            Files.delete(folder.resolve("00000000000000000000.index"));
            Files.delete(folder.resolve("00000000000000000000.timeindex"));
            broker.start();
        }

        /// A batch begins with its first offset and the length of what follows the length itself.
        private static void shorten(Path log, long offset) throws IOException {
            try (FileChannel file = FileChannel.open(log, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
                ByteBuffer head = ByteBuffer.allocate(Long.BYTES + Integer.BYTES);
                long position = 0;
                while (file.read(head.clear(), position) == head.capacity() && head.getLong(0) < offset) {
                    position += head.capacity() + head.getInt(Long.BYTES);
                }
                file.truncate(position);
            }
        }

        @Override
        public void pause(Duration time) throws Exception {
            Thread.sleep(time);
        }
    }
}
