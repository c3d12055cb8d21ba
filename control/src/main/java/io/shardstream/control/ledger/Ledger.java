package io.shardstream.control.ledger;

import io.shardstream.common.group.MemberSettings;
import io.shardstream.common.kafka.KafkaConnection;
import io.shardstream.common.record.Checkpoint;
import io.shardstream.common.record.UnknownRecordException;
import io.shardstream.common.topic.RunTopics;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.streams.CloseOptions;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StoreQueryParameters;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import org.apache.kafka.streams.state.QueryableStoreTypes;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The stream processor that keeps the ledger of one run, exactly once: what it has read and what it makes of it are
/// committed together. One process at a time keeps it; the next one goes on where it stopped.
///
/// The ledger tells and decides nothing: when it breaks, the run goes on without it.
final class Ledger implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Ledger.class);
    private static final Duration COMMIT_EVERY = Duration.ofSeconds(1);
    private static final Duration BEFORE_BEGINNING_AGAIN = Duration.ofSeconds(5);
    private static final Duration CLOSING = Duration.ofSeconds(5);
    private static final long MOST_CACHED = 8L << 20;

    private final KafkaStreams streams;
    private final Path folder;

    private Ledger(KafkaStreams streams, Path folder) {
        this.streams = streams;
        this.folder = folder;
    }

    /// Starts to keep it.
    ///
    /// @param topics the run's, in the generation of its plan
    /// @param docsTopicId id of the docs topic: sums of another one's offsets mean nothing
    /// @param sessionTimeout after which a process that kept it and is silent is replaced
    /// @param replication replicas of its topics, or -1 for the broker's default
    /// @throws org.apache.kafka.common.KafkaException if Kafka cannot be reached at all
    static Ledger start(
            KafkaConnection kafka, RunTopics topics, String docsTopicId, Duration sessionTimeout, short replication) {
        Path folder = temporaryFolder();
        Map<String, Object> settings = new HashMap<>(kafka.settings("shardstream-ledger"));
        settings.put(StreamsConfig.APPLICATION_ID_CONFIG, topics.ledger(docsTopicId));
        settings.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
        settings.put(StreamsConfig.STATE_DIR_CONFIG, folder.toString());
        settings.put(StreamsConfig.NUM_STREAM_THREADS_CONFIG, 1);
        settings.put(StreamsConfig.REPLICATION_FACTOR_CONFIG, (int) replication);
        settings.put(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, COMMIT_EVERY.toMillis());
        settings.put(StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG, MOST_CACHED);
        long heartbeats = MemberSettings.of(sessionTimeout).heartbeats().toMillis();
        settings.put(consumer(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG), (int) sessionTimeout.toMillis());
        settings.put(consumer(ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG), Math.toIntExact(Math.max(1, heartbeats)));
        settings.put(StreamsConfig.producerPrefix(ProducerConfig.COMPRESSION_TYPE_CONFIG), "lz4");
        Ledger ledger = new Ledger(new KafkaStreams(LedgerTopology.of(topics), new StreamsConfig(settings)), folder);
        ledger.streams.setUncaughtExceptionHandler(Ledger::afterFailure);
        ledger.streams.start();
        return ledger;
    }

    private static String consumer(String setting) {
        return StreamsConfig.consumerPrefix(setting);
    }

    /// On the thread that failed, which is replaced or not.
    private static StreamThreadExceptionResponse afterFailure(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof UnknownRecordException
                    || cause instanceof AuthorizationException
                    || cause instanceof AuthenticationException) {
                LOG.error("The ledger is not kept any more, and the run goes on: {}", cause.getMessage());
                return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
            }
        }
        LOG.warn("The ledger begins again where it was, and the run goes on: {}", failure.getMessage());
        LockSupport.parkNanos(BEFORE_BEGINNING_AGAIN.toNanos());
        return StreamThreadExceptionResponse.REPLACE_THREAD;
    }

    /// What it says now; empty while it is being restored.
    Optional<LedgerSums> read() {
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
        var stored = streams.store(
                StoreQueryParameters.fromNameAndType(store, QueryableStoreTypes.<Integer, byte[]>keyValueStore()));
        try (var entries = stored.all()) {
            entries.forEachRemaining(entry -> all.put(entry.key, decode.apply(entry.value)));
        }
        return all;
    }

    @Override
    public void close() {
        streams.close(CloseOptions.timeout(CLOSING)
                .withGroupMembershipOperation(CloseOptions.GroupMembershipOperation.LEAVE_GROUP));
        delete(folder);
    }

    /// For the locks of the stream processor; nothing that matters is in it.
    private static Path temporaryFolder() {
        try {
            return Files.createTempDirectory("shardstream-ledger-");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void delete(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            List<Path> deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
            for (Path file : deepestFirst) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            LOG.debug("Folder {} could not be deleted", folder, e);
        }
    }
}
