package io.shardstream.control.console.ledger;

import io.shardstream.common.contract.record.Checkpoint;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.kafka.KafkaConnection;
import io.shardstream.control.state.topics.KafkaAnswer;
import io.shardstream.control.state.topics.ReplicaChoice;
import io.shardstream.control.state.topics.Replicas;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RemoveMembersFromConsumerGroupOptions;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.streams.CloseOptions;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StoreQueryParameters;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.state.QueryableStoreTypes;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The stream processor that keeps the ledger of one run, exactly once: what it has read and what it makes of
/// it are committed together. One process at a time keeps it; the next one goes on where it stopped.
///
/// The ledger tells and decides nothing: when it breaks, the run goes on without it.
final class LedgerStreams implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LedgerStreams.class);
    private static final Duration CLOSING = Duration.ofSeconds(5);
    private static final Duration ASKING = Duration.ofSeconds(3);

    private final KafkaStreams streams;
    private final LedgerFailures failures;
    private final Set<TopicPartition> partitions;

    private LedgerStreams(KafkaStreams streams, LedgerFailures failures, Set<TopicPartition> partitions) {
        this.streams = streams;
        this.failures = failures;
        this.partitions = partitions;
    }

    /// Starts to keep it.
    ///
    /// @param topics the run's, in the generation of its plan
    /// @param plan of the run: sums of another docs topic's offsets mean nothing
    /// @param sessionTimeout after which a process that kept it and is silent is replaced
    /// @param replication replicas of its topics, or -1 where the run file does not say
    /// @throws org.apache.kafka.common.KafkaException if Kafka cannot be reached at all
    static LedgerStreams start(
            KafkaConnection kafka, RunTopics topics, RunPlan plan, Duration sessionTimeout, short replication) {
        String application = topics.ledger(plan.docsTopicId());
        LedgerFailures failures = new LedgerFailures(
                time -> LockSupport.parkNanos(time.toNanos()), () -> removeMembers(kafka, application));
        StreamsConfig settings = new StreamsConfig(
                new LedgerSettings(kafka, application, sessionTimeout, replicas(kafka, topics, replication)).all());
        LedgerStreams ledger = new LedgerStreams(
                new KafkaStreams(LedgerTopology.of(topics, plan.docsTopicId()), settings, new LedgerClients()),
                failures,
                LedgerTopology.partitions(topics, plan));
        ledger.streams.setUncaughtExceptionHandler(failures);
        ledger.streams.start();
        return ledger;
    }

    /// As many as the docs topic has. Whoever takes a run over may find production blocked, and looks at that
    /// next: it does not wait long for brokers, whose own default does for a ledger.
    private static short replicas(KafkaConnection kafka, RunTopics topics, short asked) {
        if (asked > 0) {
            return asked;
        }
        Admin admin = kafka.admin("shardstream-ledger");
        try {
            return KafkaAnswer.within(
                            ASKING, admin.describeTopics(List.of(topics.docs())).allTopicNames())
                    .values()
                    .stream()
                    .map(Replicas::least)
                    .filter(count -> count > 0)
                    .map(Integer::shortValue)
                    .findFirst()
                    .orElse(ReplicaChoice.NOT_SAID);
        } catch (InterruptException e) {
            throw e;
        } catch (KafkaException e) {
            LOG.info("The ledger gets the brokers' default of replicas: Kafka: {}", e.getMessage());
            return ReplicaChoice.NOT_SAID;
        } finally {
            // Without a limit it would wait for a broker that does not answer.
            admin.close(Duration.ZERO);
        }
    }

    /// All of them: one process keeps the ledger, in one thread, and whoever is removed while it works joins
    /// again.
    private static void removeMembers(KafkaConnection kafka, String group) {
        Admin admin = kafka.admin("shardstream-ledger");
        try {
            var _ = KafkaAnswer.within(
                    CLOSING,
                    admin.removeMembersFromConsumerGroup(group, new RemoveMembersFromConsumerGroupOptions())
                            .all());
        } finally {
            admin.close(Duration.ZERO);
        }
    }

    /// @param due by lane, the offset below which it should have all outcomes
    LedgerState state(List<Long> due) {
        if (!failures.broken().isEmpty()) {
            return new LedgerState.Broken(failures.broken());
        }
        try {
            if (!here().containsAll(partitions)) {
                return new LedgerState.Restoring(failures.last());
            }
            LedgerSums sums = new LedgerSums(
                    due,
                    all(LedgerTopology.LANES, LaneAccount::decode),
                    all(LedgerTopology.SHARDS, Checkpoint::decode),
                    all(LedgerTopology.REJECTS, RejectCounts::decode));
            failures.over();
            return new LedgerState.Kept(sums);
        } catch (InvalidStateStoreException e) {
            return new LedgerState.Restoring(failures.last());
        }
    }

    /// A process that is deposed and has not noticed yet may keep some of them.
    private Set<TopicPartition> here() {
        return streams.metadataForLocalThreads().stream()
                .flatMap(thread -> thread.activeTasks().stream())
                .flatMap(task -> task.topicPartitions().stream())
                .collect(Collectors.toSet());
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
    }
}
