package io.shardstream.reader;

import io.shardstream.common.contract.record.AcceptedHistory;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.contract.record.VersionMode;
import io.shardstream.common.elastic.AccessRefusals;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.IndexWatch;
import io.shardstream.common.group.PinnedGroup;
import io.shardstream.common.kafka.Announcing;
import io.shardstream.common.kafka.BrokerDisks;
import io.shardstream.common.kafka.CompactedPartition;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.kafka.ControlTopicTail;
import io.shardstream.common.kafka.KafkaConnection;
import io.shardstream.common.kafka.ThisProcess;
import io.shardstream.common.kafka.TopicsWatch;
import io.shardstream.common.kafka.WatchedTopic;
import io.shardstream.common.loop.HalfMade;
import io.shardstream.common.loop.Loop;
import io.shardstream.common.loop.LoopRunner;
import io.shardstream.common.loop.Mailbox;
import io.shardstream.common.loop.SteadyClock;
import io.shardstream.common.pace.BacklogLimit;
import io.shardstream.common.pace.Limiter;
import io.shardstream.common.shard.IndexShards;
import io.shardstream.reader.publish.CheckpointLogs;
import io.shardstream.reader.publish.DocsBacklog;
import io.shardstream.reader.publish.ProducerSettings;
import io.shardstream.reader.publish.UncommittedRecords;
import io.shardstream.reader.shard.AcceptedHistories;
import io.shardstream.reader.shard.ReadCounter;
import io.shardstream.reader.shard.ShardFigures;
import io.shardstream.reader.source.HttpSourceShard;
import io.shardstream.reader.source.SourceShard;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import org.apache.kafka.clients.producer.Producer;
import org.jspecify.annotations.Nullable;
import org.slf4j.event.Level;

/// Reads its part of the source shards into the docs topic until it is closed: first what is there, then
/// what is written. Any number of them share the shards of a run; each can be killed at any moment.
public final class ReaderService implements AutoCloseable {
    /// Outcomes wake the loop at once; what it looks for by itself are moments at which something is due.
    private static final Duration PAUSE = Duration.ofMillis(10);
    private static final Duration GIVING_UP = Duration.ofSeconds(5);

    private final LoopRunner runner;
    private final LoopRunner announcing;
    private final ControlTopicTail control;
    private final ReadCounter counter;

    private ReaderService(LoopRunner runner, LoopRunner announcing, ControlTopicTail control, ReadCounter counter) {
        this.runner = runner;
        this.announcing = announcing;
        this.control = control;
        this.counter = counter;
    }

    /// Starts a reader on a thread of its own. The source stays the caller's to close.
    ///
    /// @throws org.apache.kafka.common.KafkaException if the Kafka clients cannot be made
    public static ReaderService start(
            RunTopics run, RunPlan plan, ElasticCluster source, KafkaConnection kafka, ReaderSettings settings) {
        RunTopics topics = run.inGeneration(plan.generation());
        try (HalfMade made = new HalfMade()) {
            ReadCounter counter = new ReadCounter();
            ExecutorService threads = made.part(Executors.newVirtualThreadPerTaskExecutor());
            UncommittedRecords uncommitted = made.part(new UncommittedRecords(kafka, topics, plan));
            ControlTopicTail control = made.part(ControlTopicTail.of(kafka, topics));
            PinnedGroup membership = ReaderAssembly.membership(settings.member().pin(), control, System::nanoTime);
            ReaderAssembly assembly = new ReaderAssembly(
                    topics,
                    plan,
                    control,
                    new DocsBacklog(
                            limit(settings, kafka),
                            plan.reading().inSlices(),
                            uncommitted,
                            uncommitted::written,
                            new SteadyClock()),
                    settings,
                    shards(plan, source, settings),
                    accepted(topics, kafka),
                    () -> docsProducer(plan, kafka, settings),
                    checkpoints(topics, kafka, control),
                    membership,
                    () -> kafka.consumer(
                            ThisProcess.clientId("shardstream-reader"),
                            settings.member().consumer(topics.readersGroup(), membership)),
                    threads,
                    new SteadyClock(),
                    new Random());
            // Nothing can fail once the loop runs: it closes its clients in its own thread.
            LoopRunner announcing = made.part(
                    Announcing.start(kafka, topics, "reader", settings.member().instance()));
            Loop loop = made.part(assembly.loop(new Mailbox(), counter, () -> {
                uncommitted.close();
                threads.shutdownNow();
                threads.awaitTermination(GIVING_UP.toSeconds(), TimeUnit.SECONDS);
            }));
            Loop watched = IndexWatch.ofReading(
                    TopicsWatch.of(loop, kafka, watched(topics, plan)), source, plan.sourceIndex(), counter.refusals());
            ReaderService service = new ReaderService(LoopRunner.start(watched, PAUSE), announcing, control, counter);
            made.keep();
            return service;
        }
    }

    /// Brokers are asked for their room only where the run file does not say.
    private static BacklogLimit limit(ReaderSettings settings, KafkaConnection kafka) {
        return BacklogLimit.beginning(
                settings.maxBacklog(), () -> BrokerDisks.leastFree(kafka, "shardstream-reader-room", Level.WARN));
    }

    private static List<WatchedTopic> watched(RunTopics topics, RunPlan plan) {
        return List.of(
                WatchedTopic.docs(topics, plan), WatchedTopic.slices(topics, plan), WatchedTopic.control(topics));
    }

    private static IntFunction<SourceShard> shards(RunPlan plan, ElasticCluster source, ReaderSettings settings) {
        IndexShards shards =
                IndexShards.ofPart(source, "source", plan.sourceIndex(), plan.sourceUuid(), settings.refreshSource());
        boolean versions = plan.reading().versions() == VersionMode.SOURCE;
        return shard -> new HttpSourceShard(shards, plan.sourceIndex(), shard, plan.maxDocumentBytes(), versions);
    }

    private static AcceptedHistories accepted(RunTopics topics, KafkaConnection kafka) {
        return shard -> {
            byte @Nullable [] value =
                    CompactedPartition.read(kafka, topics.control(), 0).get(AcceptedHistory.key(shard));
            return value == null ? null : AcceptedHistory.decode(value);
        };
    }

    private static Producer<byte[], byte[]> docsProducer(RunPlan plan, KafkaConnection kafka, ReaderSettings settings) {
        return kafka.producer("shardstream-reader-docs", ProducerSettings.ofDocuments(plan, settings.maxBytes()));
    }

    private static CheckpointLogs checkpoints(RunTopics topics, KafkaConnection kafka, ControlTopicTail control) {
        return new CheckpointLogs(
                shard -> kafka.producer(
                        "shardstream-reader-slice-" + shard, ProducerSettings.ofCheckpoints(topics, shard)),
                shard -> CompactedPartition.read(kafka, topics.slices(), shard),
                topics,
                () -> control.latest().format());
    }

    /// Completes when the reader has been closed; exceptionally when it cannot go on: with a
    /// [io.shardstream.common.loop.RunEndedException] when the run has ended, with a
    /// [io.shardstream.common.loop.BlockedException] where a person must look, else with what broke.
    public CompletableFuture<Void> end() {
        return runner.end();
    }

    public ReaderProgress progress() {
        return ReaderProgress.of(shards());
    }

    /// What it has read of each shard that it has had since it started. Never waits.
    public List<ShardFigures> shards() {
        return counter.shards();
    }

    /// What kept it from reading more since this was asked before; empty if nothing but want of documents.
    public Optional<Limiter> limitedBy() {
        return counter.held().most();
    }

    /// How often each thing kept it from reading more since it started.
    public Map<Limiter, Long> heldBack() {
        return counter.held().times();
    }

    /// Where the source does not let it in.
    public AccessRefusals refusals() {
        return counter.refusals();
    }

    /// What the control topic said when this reader last heard of it.
    public ControlRecords said() {
        return control.latest();
    }

    /// Begins to end, and does not wait for that.
    public void stop() {
        runner.stop();
        announcing.stop();
    }

    /// Gives up what is in flight, leaves the group and waits for that.
    @Override
    public void close() {
        stop();
        runner.close();
        announcing.close();
    }
}
