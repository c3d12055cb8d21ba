package io.shardstream.writer;

import io.shardstream.common.contract.record.Agreed;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.elastic.AccessRefusals;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.elastic.IndexWatch;
import io.shardstream.common.group.PinnedGroup;
import io.shardstream.common.kafka.Announcing;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.kafka.ControlTopicTail;
import io.shardstream.common.kafka.KafkaConnection;
import io.shardstream.common.kafka.TopicsWatch;
import io.shardstream.common.kafka.WatchedTopic;
import io.shardstream.common.loop.BlockedException;
import io.shardstream.common.loop.HalfMade;
import io.shardstream.common.loop.Loop;
import io.shardstream.common.loop.LoopRunner;
import io.shardstream.common.loop.Mailbox;
import io.shardstream.common.loop.SteadyClock;
import io.shardstream.common.pace.Limiter;
import io.shardstream.common.shard.IndexIdentity;
import io.shardstream.writer.send.BulkSender;
import io.shardstream.writer.send.BulkTimes;
import io.shardstream.writer.send.ElasticBulkSender;
import io.shardstream.writer.send.NodeFigures;
import io.shardstream.writer.send.WriteCounter;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.random.RandomGenerator;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.producer.Producer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A writer: takes its share of the lanes and writes them to the target until it is closed or cannot go
/// on. Any number of them share the lanes of a run.
public final class WriterService implements AutoCloseable {
    private static final Duration PAUSE = Duration.ofMillis(5);

    private final LoopRunner runner;
    private final LoopRunner announcing;
    private final ExecutorService threads;
    private final ControlTopicTail control;
    private final WriteCounter counter;

    private WriterService(
            LoopRunner runner,
            LoopRunner announcing,
            ExecutorService threads,
            ControlTopicTail control,
            WriteCounter counter) {
        this.runner = runner;
        this.announcing = announcing;
        this.threads = threads;
        this.control = control;
        this.counter = counter;
    }

    /// Joins the group of the run's writers and begins.
    ///
    /// @throws BlockedException if the docs topic is not the one that the plan names
    /// @throws org.apache.kafka.common.KafkaException if Kafka cannot be asked
    public static WriterService start(
            RunTopics run, RunPlan plan, ElasticCluster target, KafkaConnection kafka, WriterSettings settings) {
        RunTopics topics = run.inGeneration(plan.generation());
        DocsTopic.check(kafka, topics, plan);
        Optional<Agreed> agreed = ControlRecords.read(kafka, topics).of(Agreed.KEY, Agreed::decode);
        try (HalfMade made = new HalfMade()) {
            ExecutorService threads = made.part(Executors.newThreadPerTaskExecutor(
                    Thread.ofVirtual().name("shardstream-bulk-", 0).factory()));
            WriteCounter counter = new WriteCounter();
            BulkSender sender = new ElasticBulkSender(
                    target,
                    plan.writeAlias(),
                    plan.targetIndex(),
                    plan.reading().versions(),
                    threads);
            WriterClients clients = new WriterClients(topics, plan, kafka, settings);
            Logger logger = LoggerFactory.getLogger(WriterService.class);
            ControlTopicTail control = made.part(ControlTopicTail.of(kafka, topics));
            PinnedGroup group = WriterAssembly.membership(settings.member().pin(), control, System::nanoTime);
            Consumer<byte[], byte[]> consumer = clients.consumer(group);
            made.part(consumer, () -> KafkaConnection.close(consumer));
            Producer<byte[], byte[]> producer = clients.producer();
            made.part(producer, () -> producer.close(Duration.ZERO));
            WriterAssembly assembly = new WriterAssembly(
                    topics,
                    plan,
                    control,
                    settings,
                    sender,
                    group,
                    consumer,
                    producer,
                    System::nanoTime,
                    new SteadyClock(),
                    RandomGenerator.getDefault(),
                    warning -> warning.to(logger));
            // Nothing can fail once the loop runs: it closes its clients in its own thread.
            LoopRunner announcing = made.part(
                    Announcing.start(kafka, topics, "writer", settings.member().instance()));
            Loop loop = assembly.loop(new Mailbox(), counter);
            Loop watched = IndexWatch.ofWriting(
                    TopicsWatch.of(loop, kafka, watched(topics, plan)),
                    target,
                    () -> {
                        int _ = control.poll();
                        control.requireGoingOn();
                    },
                    () -> otherTarget(target, plan, agreed),
                    counter.refusals());
            WriterService service =
                    new WriterService(LoopRunner.start(watched, PAUSE), announcing, threads, control, counter);
            made.keep();
            return service;
        }
    }

    /// Why nothing may be written by this run file, as a sentence: another cluster may have an index and an
    /// alias of the same names. Empty if the target is the run's, or does not tell this user.
    private static Optional<String> otherTarget(ElasticCluster target, RunPlan plan, Optional<Agreed> agreed)
            throws ElasticException {
        IndexIdentity planned =
                new IndexIdentity(agreed.map(Agreed::targetCluster).orElse(""), plan.targetUuid());
        return IndexIdentity.of(target, plan.targetIndex())
                .flatMap(found -> found.problem("target", plan.targetIndex(), planned));
    }

    private static List<WatchedTopic> watched(RunTopics topics, RunPlan plan) {
        return List.of(
                WatchedTopic.docs(topics, plan),
                WatchedTopic.outcomes(topics, plan),
                WatchedTopic.rejects(topics, plan),
                WatchedTopic.control(topics));
    }

    /// Completes when the writer has stopped: exceptionally with a
    /// [io.shardstream.common.loop.RunEndedException] when the run has ended, with a [BlockedException] if a
    /// person must look, or with whatever broke.
    public CompletableFuture<Void> end() {
        return runner.end();
    }

    /// What it has done so far.
    public WriterProgress progress() {
        return WriterProgress.of(nodes());
    }

    /// What it has done with each node that it has sent anything to since it started. Never waits.
    public List<NodeFigures> nodes() {
        return counter.nodes();
    }

    /// How many lanes it holds.
    public int lanes() {
        return counter.lanes();
    }

    /// Has these told from now on how long each bulk took, on the writer's own thread: they must not wait.
    public void bulkTimes(BulkTimes times) {
        counter.times(times);
    }

    /// What kept it from writing more since this was asked before; empty if nothing but want of records.
    public Optional<Limiter> limitedBy() {
        return counter.held().most();
    }

    /// How often each thing kept it from writing more since it started.
    public Map<Limiter, Long> heldBack() {
        return counter.held().times();
    }

    /// Where the target does not let it in.
    public AccessRefusals refusals() {
        return counter.refusals();
    }

    /// What the control topic said when this writer last heard of it.
    public ControlRecords said() {
        return control.latest();
    }

    /// Begins to end, and does not wait for that.
    public void stop() {
        runner.stop();
        announcing.stop();
    }

    /// Waits some seconds at most for bulks under way, commits what is contiguous, and leaves the group.
    @Override
    public void close() {
        stop();
        runner.close();
        announcing.close();
        threads.shutdown();
    }
}
