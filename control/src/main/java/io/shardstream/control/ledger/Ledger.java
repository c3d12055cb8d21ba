package io.shardstream.control.ledger;

import io.shardstream.common.kafka.KafkaConnection;
import io.shardstream.common.record.Checkpoint;
import io.shardstream.common.topic.RunTopics;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.streams.CloseOptions;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StoreQueryParameters;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import org.apache.kafka.streams.state.QueryableStoreTypes;

/// The stream processor that keeps the ledger of one run, exactly once: what it has read and what it makes of it are
/// committed together. One process at a time keeps it; the next one goes on where it stopped.
public final class Ledger implements AutoCloseable {
    private static final Duration COMMIT_EVERY = Duration.ofSeconds(1);
    private static final Duration CLOSING = Duration.ofSeconds(10);
    private static final long MOST_CACHED = 8L << 20;

    private final KafkaStreams streams;
    private final CompletableFuture<Void> end = new CompletableFuture<>();

    private Ledger(KafkaStreams streams) {
        this.streams = streams;
    }

    /// Starts to keep it.
    ///
    /// @param topics the run's, in the generation of its plan
    /// @param docsTopicId id of the docs topic: sums of another one's offsets mean nothing
    /// @param sessionTimeout after which a process that kept it and is silent is replaced
    /// @param folder an empty one of this process's own, for locks; nothing that matters is in it
    public static Ledger start(
            KafkaConnection kafka, RunTopics topics, String docsTopicId, Duration sessionTimeout, Path folder) {
        Map<String, Object> settings = new HashMap<>(kafka.settings("shardstream-ledger"));
        settings.put(StreamsConfig.APPLICATION_ID_CONFIG, topics.ledger(docsTopicId));
        settings.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
        settings.put(StreamsConfig.STATE_DIR_CONFIG, folder.toString());
        settings.put(StreamsConfig.NUM_STREAM_THREADS_CONFIG, 1);
        settings.put(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, COMMIT_EVERY.toMillis());
        settings.put(StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG, MOST_CACHED);
        settings.put(StreamsConfig.consumerPrefix(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG), (int)
                sessionTimeout.toMillis());
        settings.put(StreamsConfig.consumerPrefix(ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG), (int)
                Math.min(1000, sessionTimeout.toMillis() / 3));
        settings.put(StreamsConfig.producerPrefix(ProducerConfig.COMPRESSION_TYPE_CONFIG), "lz4");
        Ledger ledger = new Ledger(new KafkaStreams(LedgerTopology.of(topics), new StreamsConfig(settings)));
        ledger.streams.setUncaughtExceptionHandler(failure -> {
            ledger.end.completeExceptionally(failure);
            return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
        });
        ledger.streams.start();
        return ledger;
    }

    /// What it says now; empty while it is being restored.
    public Optional<LedgerSums> read() {
        try {
            return Optional.of(new LedgerSums(
                    all(LedgerTopology.LANES, LaneAccount::decode),
                    all(LedgerTopology.SHARDS, Checkpoint::decode),
                    all(LedgerTopology.REJECTS, RejectCounts::decode)));
        } catch (InvalidStateStoreException e) {
            return Optional.empty();
        }
    }

    private <T> Map<Integer, T> all(String store, Function<byte[], T> decode) {
        Map<Integer, T> all = new TreeMap<>();
        try (var entries = streams.store(StoreQueryParameters.fromNameAndType(
                        store, QueryableStoreTypes.<Integer, byte[]>keyValueStore()))
                .all()) {
            entries.forEachRemaining(entry -> all.put(entry.key, decode.apply(entry.value)));
        }
        return all;
    }

    /// Completes exceptionally with what broke; never otherwise.
    public CompletableFuture<Void> end() {
        return end;
    }

    @Override
    public void close() {
        streams.close(CloseOptions.timeout(CLOSING)
                .withGroupMembershipOperation(CloseOptions.GroupMembershipOperation.LEAVE_GROUP));
    }
}
