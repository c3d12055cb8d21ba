package io.shardstream.control.state.topics;

import io.shardstream.common.contract.bytes.NumberText;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.kafka.KafkaRefusal;
import io.shardstream.common.kafka.WatchedTopic;
import io.shardstream.control.state.finding.RunRefusedException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.CreateTopicsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicCollection;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.InvalidReplicationFactorException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicIdException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Creates the topics of a run, or finds those that an earlier attempt of the same run has created.
public final class TopicCreation {
    private static final Logger LOG = LoggerFactory.getLogger(TopicCreation.class);

    private static final Duration ROUND_TRIP = Duration.ofMillis(50);

    private final Admin admin;
    private final RunTopics topics;
    private final short replication;

    /// @param replication replicas of each topic, or -1 for the broker's default
    public TopicCreation(Admin admin, RunTopics topics, short replication) {
        this.admin = admin;
        this.topics = topics;
        this.replication = replication;
    }

    /// The control topic is there when this returns, and nothing in it expires: one that somebody has made
    /// before is set right.
    ///
    /// @throws RunRefusedException if a topic of that name is not a control topic, or is not compacted and
    ///     may not be set so
    public void control() {
        TopicLayout layout = TopicLayout.control(topics);
        boolean older = find(layout.name()).isPresent();
        ensure(layout);
        if (older) {
            try {
                settle(layout);
            } catch (RetriableException e) {
                throw e;
            } catch (KafkaException e) {
                requireCompacted(layout, e);
            }
        }
    }

    /// Whoever may not change settings goes on with a topic that is as it has to be.
    private void requireCompacted(TopicLayout layout, KafkaException refusal) {
        String wanted = TopicConfig.CLEANUP_POLICY_COMPACT;
        String found = setting(layout.name(), TopicConfig.CLEANUP_POLICY_CONFIG).orElse("unknown");
        if (!found.equals(wanted)) {
            throw new RunRefusedException(
                    "Topic " + layout.name() + " has cleanup.policy=" + found
                            + ", by which the run's plan would expire,"
                            + " and Kafka does not let this user change it (" + refusal.getMessage() + "): set it to "
                            + wanted + ".",
                    refusal);
        }
    }

    private Optional<String> setting(String topic, String name) {
        ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
        try {
            return KafkaAnswer.of(admin.describeConfigs(List.of(resource)).all()).values().stream()
                    .map(config -> config.get(name))
                    .filter(Objects::nonNull)
                    .map(ConfigEntry::value)
                    .findFirst();
        } catch (KafkaException e) {
            return Optional.empty();
        }
    }

    /// Has the topics made that only tell, unless they are there. A run goes on without them.
    public void news() {
        TopicLayout.news(topics).forEach(layout -> {
            makeWay(layout);
            try {
                create(layout);
            } catch (RunRefusedException | KafkaException e) {
                LOG.warn(
                        "What happens to the run is not kept, since Kafka refuses topic {}: {}",
                        layout.name(),
                        e.getMessage());
            }
        });
    }

    private void makeWay(TopicLayout layout) {
        try {
            boolean _ = find(layout.name())
                    .filter(topic -> isMadeWay(layout, topic))
                    .isPresent();
        } catch (RunRefusedException | KafkaException e) {
            LOG.warn(
                    "Topic {} stays with fewer replicas than kafka.replication asks: {}",
                    layout.name(),
                    e.getMessage());
        }
    }

    /// All other topics are there and empty when this returns; only to be called before a plan was written.
    ///
    /// @return the id of the docs topic
    /// @throws RunRefusedException if a topic has other partitions, or records in it: it is another run's
    public String others(int sourceShards, int lanes, DocumentLimit limit) {
        return made(TopicLayout.others(topics, sourceShards, lanes, limit.messageBytes()), Set.of());
    }

    /// The same for a run that adopts its target: checkpoints of an earlier attempt may be there.
    public String othersAdopting(int sourceShards, int lanes, DocumentLimit limit) {
        return made(TopicLayout.others(topics, sourceShards, lanes, limit.messageBytes()), Set.of(topics.slices()));
    }

    /// Docs, outcomes and rejects of a generation are there when this returns, all but the last of them
    /// empty; only to be called before a plan of that generation was written.
    ///
    /// @param plan of another generation of the run
    /// @return the id of the docs topic
    /// @throws RunRefusedException if a topic has other partitions, or records in it
    public String lanes(RunPlan plan, int generation) {
        RunTopics next = topics.inGeneration(generation);
        long messageBytes = DocumentLimit.messageBytesFor(plan.maxDocumentBytes());
        return made(TopicLayout.ofLanes(next, plan.lanes(), messageBytes), Set.of(next.rejects()));
    }

    /// Checkpoints can be written and will be kept when this returns: where the topic is gone, has other
    /// partitions, or has lost its start, it is made anew; only to be called when everything is read again.
    ///
    /// @return whether it was made anew
    public boolean slices(RunPlan plan) {
        TopicLayout layout = TopicLayout.slices(topics, plan.sourceShards());
        Optional<TopicDescription> found = find(layout.name());
        boolean isWhole = found.filter(topic -> topic.partitions().size() == layout.partitions())
                .filter(_ -> offsets(layout, OffsetSpec.earliest()).allMatch(start -> start == 0))
                .isPresent();
        if (isWhole) {
            settle(layout);
            return false;
        }
        found.ifPresent(this::delete);
        var _ = ensure(layout);
        return true;
    }

    /// By its id: another process may have made it anew already.
    private void delete(TopicDescription topic) {
        try {
            var _ = KafkaAnswer.of(admin.deleteTopics(TopicCollection.ofTopicIds(List.of(topic.topicId())))
                    .all());
        } catch (UnknownTopicIdException e) {
            LOG.debug("Topic {} is gone already", topic.name());
        } catch (KafkaException e) {
            throw new RunRefusedException(
                    KafkaRefusal.sentence(e)
                            .orElse("Topic " + topic.name() + " has to be made anew, and Kafka refuses to delete it: "
                                    + e.getMessage()),
                    e);
        }
        long patience = System.nanoTime() + KafkaAnswer.PATIENCE.toNanos();
        while (isKnown(topic) && System.nanoTime() < patience) {
            LockSupport.parkNanos(ROUND_TRIP.toNanos());
        }
    }

    private boolean isKnown(TopicDescription topic) {
        return find(topic.name())
                .filter(found -> found.topicId().equals(topic.topicId()))
                .isPresent();
    }

    /// @param mayHold topics that an earlier attempt may have begun to fill
    /// @return the id of the last of them
    private String made(List<TopicLayout> layouts, Set<String> mayHold) {
        String docsId = "";
        for (TopicLayout layout : layouts) {
            boolean older = find(layout.name()).isPresent();
            TopicDescription found = ensure(layout);
            if (!mayHold.contains(layout.name())) {
                requireEmpty(layout);
            }
            if (older) {
                settle(layout);
            }
            docsId = found.topicId().toString();
        }
        return docsId;
    }

    /// The topics are those that the plan was written for.
    ///
    /// @throws RunRefusedException if one is missing, was made anew, or has other partitions
    public void requireUnchanged(RunPlan plan) {
        RunTopics planned = topics.inGeneration(plan.generation());
        String advice = WatchedTopic.READ_AGAIN;
        for (TopicLayout layout : TopicLayout.others(planned, plan.sourceShards(), plan.lanes(), 0)) {
            TopicDescription found = find(layout.name())
                    .orElseThrow(() ->
                            new RunRefusedException("Topic " + layout.name() + " of this run is gone. " + advice));
            int partitions = found.partitions().size();
            if (partitions != layout.partitions()) {
                throw new RunRefusedException(
                        "Topic " + layout.name() + " has " + NumberText.of(partitions, "partition")
                                + " where this run needs " + layout.partitions() + ". " + advice);
            }
            if (layout.name().equals(planned.docs())
                    && !found.topicId().toString().equals(plan.docsTopicId())) {
                throw new RunRefusedException(
                        "Topic " + layout.name() + " was deleted and made again since this run began. " + advice);
            }
        }
    }

    private TopicDescription ensure(TopicLayout layout) {
        Optional<TopicDescription> existing = find(layout.name()).filter(topic -> !isMadeWay(layout, topic));
        if (existing.isEmpty()) {
            create(layout);
        }
        TopicDescription found = existing.or(() -> findNew(layout.name()))
                .orElseThrow(() -> new RunRefusedException("Topic " + layout.name()
                        + " does not appear after it was created: do the broker's rules delete it?"));
        requirePartitions(layout, found);
        return found;
    }

    /// A topic that an earlier attempt has made with fewer replicas than are wanted now goes as long as it
    /// has never held a record: it may be that nothing can be written to it at all (`min.insync.replicas`).
    ///
    /// @return whether it was deleted
    private boolean isMadeWay(TopicLayout layout, TopicDescription topic) {
        int replicas = Replicas.least(topic);
        if (replicas >= replication) {
            return false;
        }
        boolean isUnused = topic.partitions().size() == layout.partitions()
                && offsets(layout, OffsetSpec.latest()).allMatch(end -> end == 0);
        if (isUnused) {
            LOG.info("Topic {} has {} replicas and never held a record: it is made anew", layout.name(), replicas);
            delete(topic);
        }
        return isUnused;
    }

    /// Sees whether all topics that are not there yet could be made, and makes none.
    ///
    /// @throws RunRefusedException if the brokers refuse one of them
    public void require(int sourceShards, int lanes, DocumentLimit limit) {
        CreateTopicsOptions onlyValidating = new CreateTopicsOptions().validateOnly(true);
        Stream.concat(
                        Stream.of(TopicLayout.control(topics)),
                        TopicLayout.others(topics, sourceShards, lanes, limit.messageBytes()).stream())
                .filter(layout -> find(layout.name()).isEmpty())
                .forEach(layout -> create(layout, onlyValidating));
    }

    private void create(TopicLayout layout) {
        if (create(layout, new CreateTopicsOptions())) {
            LOG.info("Created topic {} with {} partitions", layout.name(), layout.partitions());
        }
    }

    /// @return false if it is there already
    private boolean create(TopicLayout layout, CreateTopicsOptions options) {
        try {
            try {
                ask(layout, layout.settings(), options);
            } catch (KafkaException e) {
                if (!PolicyRefusal.is(e) || layout.preferred().isEmpty()) {
                    throw e;
                }
                LOG.debug("Kafka refuses topic {} with {}", layout.name(), layout.preferred(), e);
                ask(layout, layout.required(), options);
            }
            return true;
        } catch (TopicExistsException e) {
            LOG.debug("Topic {} was created by another process", layout.name());
            return false;
        } catch (InvalidReplicationFactorException e) {
            throw ReplicaShortage.refusal(layout.name(), replication, e);
        } catch (KafkaException e) {
            if (PolicyRefusal.is(e)) {
                throw PolicyRefusal.of(layout, replication, e);
            }
            throw new RunRefusedException(
                    KafkaRefusal.sentence(e)
                            .orElse("Kafka refuses to create topic " + layout.name() + ": " + e.getMessage()),
                    e);
        }
    }

    private void ask(TopicLayout layout, Map<String, String> settings, CreateTopicsOptions options) {
        NewTopic topic = new NewTopic(layout.name(), layout.partitions(), replication).configs(settings);
        var _ = PatientAnswer.STANDARD.of(
                () -> admin.createTopics(List.of(topic), options).all(), ReplicaShortage::passes);
    }

    private Optional<TopicDescription> find(String name) {
        try {
            return KafkaAnswer.of(admin.describeTopics(List.of(name)).allTopicNames()).values().stream()
                    .findFirst();
        } catch (UnknownTopicOrPartitionException e) {
            return Optional.empty();
        }
    }

    /// A new topic is not known to every broker at once.
    private Optional<TopicDescription> findNew(String name) {
        long patience = System.nanoTime() + KafkaAnswer.PATIENCE.toNanos();
        Optional<TopicDescription> found = find(name);
        while (found.isEmpty() && System.nanoTime() < patience) {
            LockSupport.parkNanos(ROUND_TRIP.toNanos());
            found = find(name);
        }
        return found;
    }

    private void requirePartitions(TopicLayout layout, TopicDescription found) {
        int partitions = found.partitions().size();
        if (partitions != layout.partitions()) {
            throw foreign(layout.name() + " has " + NumberText.of(partitions, "partition") + " where this run needs "
                    + layout.partitions());
        }
    }

    private void requireEmpty(TopicLayout layout) {
        if (offsets(layout, OffsetSpec.latest()).anyMatch(end -> end > 0)) {
            throw foreign(layout.name() + " holds records, and " + topics.control() + " no plan for them");
        }
    }

    private LongStream offsets(TopicLayout layout, OffsetSpec which) {
        Map<TopicPartition, OffsetSpec> asked = IntStream.range(0, layout.partitions())
                .mapToObj(partition -> new TopicPartition(layout.name(), partition))
                .collect(Collectors.toMap(partition -> partition, _ -> which));
        return known(() -> admin.listOffsets(asked).all()).values().stream().mapToLong(ListOffsetsResultInfo::offset);
    }

    /// An earlier attempt may have created it under another run file.
    private void settle(TopicLayout layout) {
        List<AlterConfigOp> operations = layout.required().entrySet().stream()
                .map(setting -> new AlterConfigOp(
                        new ConfigEntry(setting.getKey(), setting.getValue()), AlterConfigOp.OpType.SET))
                .toList();
        ConfigResource topic = new ConfigResource(ConfigResource.Type.TOPIC, layout.name());
        known(() -> admin.incrementalAlterConfigs(Map.of(topic, operations)).all());
    }

    /// The answer of a broker that may not have heard yet of a topic that another one has just created.
    private static <T> T known(Supplier<KafkaFuture<T>> question) {
        return PatientAnswer.STANDARD.of(question, UnknownTopicOrPartitionException.class::isInstance);
    }

    private static RunRefusedException foreign(String what) {
        return new RunRefusedException("Topic " + what
                + ": it belongs to another run of the same name. Choose another run name. Delete the topics of that"
                + " one only if nobody needs it.");
    }
}
