package io.shardstream.reader.publish;

import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.record.RunTopics;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerConfig;

/// What the reader's producers are set to.
public final class ProducerSettings {
    /// A little less than a region of G1 in heaps of up to 2 GB: one that is larger takes two.
    private static final long LARGEST_BATCH = (1 << 20) - 64;

    private static final long SMALLEST_BATCH = 16 << 10;
    private static final long ALL_LANES = 64 << 20;

    /// The batch that is under way, one that waits for it, and the one that fills.
    private static final int BATCHES_OF_A_LANE = 3;

    /// What a record holds beside the document: id, routing, headers.
    private static final long AROUND_A_DOCUMENT = 64 << 10;

    private static final int BLOCK_MILLIS = 10_000;

    /// All records of a window are sent at one moment; what does not fill a batch need not wait for more.
    private static final int LINGER_MILLIS = 5;
    private static final int TAKE_OVER_MILLIS = 30_000;
    private static final int A_DAY = 24 * 60 * 60 * 1000;

    private ProducerSettings() {}

    /// For the producer of documents: room for everything that may be in flight, so that sending
    /// does not block.
    ///
    /// @param maxBytes most bytes of documents in flight
    public static Map<String, Object> ofDocuments(RunPlan plan, long maxBytes) {
        long batch = Math.clamp(ALL_LANES / plan.lanes(), SMALLEST_BATCH, LARGEST_BATCH);
        long largestRecord = plan.maxDocumentBytes() + AROUND_A_DOCUMENT;
        return Map.of(
                ProducerConfig.COMPRESSION_TYPE_CONFIG,
                "lz4",
                ProducerConfig.LINGER_MS_CONFIG,
                LINGER_MILLIS,
                ProducerConfig.BATCH_SIZE_CONFIG,
                (int) batch,
                ProducerConfig.BUFFER_MEMORY_CONFIG,
                maxBytes + BATCHES_OF_A_LANE * batch * plan.lanes() + 2 * largestRecord,
                ProducerConfig.MAX_REQUEST_SIZE_CONFIG,
                (int) Math.min(Integer.MAX_VALUE, Math.max(largestRecord, LARGEST_BATCH)),
                ProducerConfig.METADATA_MAX_IDLE_CONFIG,
                A_DAY,
                ProducerConfig.MAX_BLOCK_MS_CONFIG,
                BLOCK_MILLIS);
    }

    /// For the producer of one shard's checkpoints.
    public static Map<String, Object> ofCheckpoints(RunTopics topics, int shard) {
        return Map.of(
                ProducerConfig.TRANSACTIONAL_ID_CONFIG,
                topics.sliceTransactionalId(shard),
                ProducerConfig.LINGER_MS_CONFIG,
                0,
                ProducerConfig.MAX_BLOCK_MS_CONFIG,
                TAKE_OVER_MILLIS);
    }
}
