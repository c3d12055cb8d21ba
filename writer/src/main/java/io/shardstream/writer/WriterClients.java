package io.shardstream.writer;

import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.group.PinnedGroup;
import io.shardstream.common.kafka.KafkaConnection;
import io.shardstream.common.kafka.ThisProcess;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;

/// The Kafka clients of a writer, set up so that what they keep in memory is bounded and the largest
/// document passes.
final class WriterClients {
    private static final String CLIENT_ID = "shardstream-writer";
    private static final long KIB = 1 << 10;
    private static final long MIB = 1 << 20;

    /// What may be given to the producer before some of it is acknowledged, unless it is one record.
    static final long MAX_UNACKED_BYTES = 16 * MIB;

    /// Room for key, headers and the batch's own fields beside a document.
    private static final long RECORD_OVERHEAD = MIB;

    private final RunTopics topics;
    private final RunPlan plan;
    private final KafkaConnection kafka;
    private final WriterSettings settings;

    WriterClients(RunTopics topics, RunPlan plan, KafkaConnection kafka, WriterSettings settings) {
        this.topics = topics;
        this.plan = plan;
        this.kafka = kafka;
        this.settings = settings;
    }

    /// A member of the writers' group. What it fetches ahead is a fraction of what the writer may hold;
    /// a batch that is larger is fetched all the same, alone. Fetched batches are compressed, perhaps
    /// to a hundredth: so the records that one poll unpacks are few enough even if all are as large as
    /// a document may be. (One record a poll takes about 6 µs of processor time a record, 500 take 4.)
    ///
    /// @param group its membership
    Consumer<byte[], byte[]> consumer(PinnedGroup group) {
        long fetch = Math.clamp(settings.maxBytes() / 8, MIB, 16 * MIB);
        long records = Math.clamp(settings.maxBytes() / 4 / plan.maxDocumentBytes(), 1, 500);
        Map<String, Object> consumer = settings.member().consumer(topics.writersGroup(plan.docsTopicId()), group);
        consumer.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, (int) records);
        consumer.put(ConsumerConfig.FETCH_MAX_BYTES_CONFIG, (int) fetch);
        consumer.put(ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG, (int)
                Math.min(fetch, fetchOfLane(settings.maxBytes(), plan.lanes())));
        return kafka.consumer(ThisProcess.clientId(CLIENT_ID), consumer);
    }

    /// The most that is fetched of one lane at once, unless it is one batch. A lane that is paused keeps what was
    /// fetched of it. A writer that is alone has all lanes, and they keep at most twice what the writer may hold.
    ///
    /// @param maxBytes how much the writer may hold
    /// @param lanes of the run
    /// @return bytes, 64 KiB to 4 MiB
    static long fetchOfLane(long maxBytes, int lanes) {
        return Math.clamp(2 * maxBytes / lanes, 64 * KIB, 4 * MIB);
    }

    /// A producer for outcomes and rejects.
    Producer<byte[], byte[]> producer() {
        long largest = plan.maxDocumentBytes() + RECORD_OVERHEAD;
        return kafka.producer(
                CLIENT_ID,
                Map.of(
                        ProducerConfig.MAX_REQUEST_SIZE_CONFIG,
                        (int) Math.min(largest, Integer.MAX_VALUE),
                        ProducerConfig.BUFFER_MEMORY_CONFIG,
                        MAX_UNACKED_BYTES + largest + 16 * MIB,
                        ProducerConfig.COMPRESSION_TYPE_CONFIG,
                        "lz4",
                        ProducerConfig.LINGER_MS_CONFIG,
                        5,
                        ProducerConfig.MAX_BLOCK_MS_CONFIG,
                        5_000));
    }
}
