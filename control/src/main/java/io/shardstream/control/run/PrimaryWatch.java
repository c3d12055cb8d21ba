package io.shardstream.control.run;

import io.shardstream.common.contract.record.PrimaryNodes;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.contract.record.Side;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.kafka.ControlTopicTail;
import io.shardstream.common.kafka.KafkaConnection;
import io.shardstream.common.loop.Loop;
import io.shardstream.common.loop.LoopRunner;
import io.shardstream.common.loop.SteadyClock;
import io.shardstream.control.state.ControlTopicWriter;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.Consumer;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Keeps what the control topic says of where the primaries of one side are, as long as this process controls
/// the run; apart from what the controller does, which may be busy for minutes. Nothing depends on it but who
/// works on which shard and the way that bulks take, so a server that does not answer is asked again later,
/// and nothing else.
public final class PrimaryWatch implements Loop {
    private static final Logger LOG = LoggerFactory.getLogger(PrimaryWatch.class);
    private static final Duration EVERY = Duration.ofSeconds(1);
    private static final Duration AFTER_FAILURE = Duration.ofSeconds(10);
    private static final Duration PAUSE = Duration.ofMillis(200);
    private static final Duration STEADY = Duration.ofSeconds(3);

    private final Side side;
    private final String self;
    private final ControlTopicTail control;
    private final Survey survey;
    private final Consumer<PrimaryNodes> publication;
    private final InstantSource clock;
    private Instant next = Instant.MIN;
    private @Nullable SteadyPrimaries steady;
    private boolean complained;

    /// Asks the cluster. Blocks.
    @FunctionalInterface
    interface Survey {
        SeenPrimaries look() throws ElasticException;
    }

    /// @param self this process, as the control topic names its controller
    /// @param control closed with this
    /// @param publication writes to the control topic
    PrimaryWatch(
            Side side,
            String self,
            ControlTopicTail control,
            Survey survey,
            Consumer<PrimaryNodes> publication,
            InstantSource clock) {
        this.side = side;
        this.self = self;
        this.control = control;
        this.survey = survey;
        this.publication = publication;
        this.clock = clock;
    }

    /// Starts a thread that watches one side of a run.
    ///
    /// @param cluster of that side
    /// @param self this process, as the control topic names its controller
    public static LoopRunner start(
            KafkaConnection kafka, RunTopics topics, RunPlan plan, Side side, ElasticCluster cluster, String self) {
        PrimaryWatch watch = new PrimaryWatch(
                side,
                self,
                ControlTopicTail.of(kafka, topics),
                () -> switch (side) {
                    case SOURCE -> SeenPrimaries.of(cluster, plan.sourceIndex(), plan.sourceShards());
                    case TARGET ->
                        SeenPrimaries.of(
                                cluster,
                                plan.targetIndex(),
                                plan.targetRouting().shards());
                },
                nodes -> ControlTopicWriter.primaries(kafka, topics, side, nodes),
                new SteadyClock());
        return LoopRunner.start(watch, PAUSE);
    }

    @Override
    public String name() {
        return "shardstream-primaries-" + side.label();
    }

    @Override
    public int doWork() {
        int news = control.poll();
        Instant now = clock.instant();
        ControlRecords said = control.latest();
        if (!said.isControlledBy(self)) {
            // What another controller has said meanwhile is what the next look begins with.
            steady = null;
            return news;
        }
        if (now.isBefore(next)) {
            return news;
        }
        next = now.plus(EVERY);
        try {
            look(said.of(PrimaryNodes.key(side), PrimaryNodes::decode).orElse(PrimaryNodes.UNKNOWN), now);
        } catch (ElasticException | KafkaException e) {
            next = now.plus(AFTER_FAILURE);
            if (!complained) {
                LOG.info(
                        "Where the {}'s primaries are is not known, so pins go by the last that was: {}",
                        side.label(),
                        e.getMessage());
            }
            complained = true;
        }
        return 1;
    }

    private void look(PrimaryNodes said, Instant now) throws ElasticException {
        SteadyPrimaries believed = steady;
        if (believed == null) {
            believed = new SteadyPrimaries(STEADY, said);
            steady = believed;
        }
        PrimaryNodes primaries = believed.seen(survey.look(), now);
        if (!primaries.equals(said)) {
            publication.accept(primaries);
        }
        complained = false;
    }

    @Override
    public void close() {
        control.close();
    }
}
