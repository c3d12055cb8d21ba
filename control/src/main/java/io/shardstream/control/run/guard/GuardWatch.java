package io.shardstream.control.run.guard;

import io.shardstream.common.contract.record.GuardFindings;
import io.shardstream.common.contract.record.GuardFindings.Finding;
import io.shardstream.common.contract.record.Objective;
import io.shardstream.common.contract.record.Objective.Guard;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.contract.record.Side;
import io.shardstream.common.contract.record.Throttle;
import io.shardstream.common.elastic.ClusterUuid;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.kafka.ControlTopicTail;
import io.shardstream.common.kafka.KafkaConnection;
import io.shardstream.common.loop.HalfMade;
import io.shardstream.common.loop.Loop;
import io.shardstream.common.loop.LoopRunner;
import io.shardstream.common.loop.SteadyClock;
import io.shardstream.common.pace.LimitsInForce;
import io.shardstream.control.state.RunState;
import io.shardstream.control.state.RunStateReader;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Measures production and keeps what the control topic says of it, as long as this process controls the run
/// and the guard is not off; apart from what the controller does, which may be busy for minutes. When it says
/// nothing for half a minute, readers and writers stop if somebody has asked for the guard, and go on without
/// a limit otherwise.
public final class GuardWatch implements Loop {
    private static final Logger LOG = LoggerFactory.getLogger(GuardWatch.class);
    private static final Duration EVERY = Duration.ofSeconds(2);
    /// A finding that did not change much is said again, so that it is known to hold.
    private static final Duration RENEWED = Duration.ofSeconds(10);
    private static final Duration PAUSE = Duration.ofMillis(200);
    private static final double MUCH = 0.1;
    private static final GuardFindings NOTHING = new GuardFindings(Instant.EPOCH, List.of());

    private final String self;
    private final Throttle fromRunFile;
    private final ControlTopicTail control;
    private final Supplier<RunState> states;
    private final Clusters clusters;
    private final Consumer<GuardFindings> publication;
    private final AutoCloseable rest;
    private final InstantSource clock;
    private Instant next = Instant.MIN;
    private Guard guard = Guard.OFF;
    private List<GuardedCluster> guarded = List.of();
    private List<GuardedByDefault> guardedByDefault = List.of();
    private @Nullable Moved moved;
    private GuardFindings said = NOTHING;
    private boolean complained;

    /// The clusters of a run. Blocks.
    @FunctionalInterface
    interface Clusters {
        List<MeasuredCluster> find() throws ElasticException;
    }

    /// @param self this process, as the control topic names its controller
    /// @param fromRunFile the objective until another is set
    /// @param control closed with this
    /// @param clusters begins to measure
    /// @param publication writes to the control topic
    /// @param rest closed with this
    GuardWatch(
            String self,
            Throttle fromRunFile,
            ControlTopicTail control,
            Supplier<RunState> states,
            Clusters clusters,
            Consumer<GuardFindings> publication,
            AutoCloseable rest,
            InstantSource clock) {
        this.self = self;
        this.fromRunFile = fromRunFile;
        this.control = control;
        this.states = states;
        this.clusters = clusters;
        this.publication = publication;
        this.rest = rest;
        this.clock = clock;
    }

    /// Starts a thread that watches source and target of a run.
    ///
    /// @param self this process, as the control topic names its controller
    public static LoopRunner start(
            KafkaConnection kafka,
            RunTopics topics,
            RunPlan plan,
            Throttle fromRunFile,
            ElasticCluster source,
            ElasticCluster target,
            Optional<String> canary,
            String self) {
        try (HalfMade made = new HalfMade()) {
            RunStateReader states = made.part(RunStateReader.withoutRejects(kafka, topics, plan));
            FindingsWriter writer = new FindingsWriter(kafka, topics);
            GuardWatch watch = new GuardWatch(
                    self,
                    fromRunFile,
                    made.part(ControlTopicTail.of(kafka, topics)),
                    states::read,
                    () -> find(source, target, plan, canary),
                    writer::write,
                    () -> {
                        writer.close();
                        states.close();
                    },
                    new SteadyClock());
            made.keep();
            return LoopRunner.start(watch, PAUSE);
        }
    }

    private static List<MeasuredCluster> find(
            ElasticCluster source, ElasticCluster target, RunPlan plan, Optional<String> canary)
            throws ElasticException {
        ToIntFunction<Side> shares = side -> switch (side) {
            case SOURCE -> plan.sourceShards();
            case TARGET -> plan.lanes();
        };
        HttpProduction there =
                new HttpProduction(source, plan.sourceIndex(), plan.sourceShards(), canary, System::nanoTime);
        if (ClusterUuid.of(source).equals(ClusterUuid.of(target))) {
            return List.of(new MeasuredCluster(List.of(Side.SOURCE, Side.TARGET), shares, there));
        }
        HttpProduction here = new HttpProduction(
                target, plan.targetIndex(), plan.targetRouting().shards(), Optional.empty(), System::nanoTime);
        return List.of(
                new MeasuredCluster(List.of(Side.SOURCE), shares, there),
                new MeasuredCluster(List.of(Side.TARGET), shares, here));
    }

    @Override
    public String name() {
        return "shardstream-guard";
    }

    @Override
    public int doWork() {
        int news = poll();
        ControlRecords latest = control.latest();
        Objective objective = LimitsInForce.of(latest, fromRunFile).objective();
        begin(latest.isControlledBy(self) ? objective.guard() : Guard.OFF, latest);
        if (guard == Guard.OFF) {
            return news;
        }
        Instant now = clock.instant();
        if (now.isBefore(next)) {
            return news;
        }
        next = now.plus(EVERY);
        try {
            look(objective, now);
            complained = false;
        } catch (ElasticException | KafkaException e) {
            complain(e);
        }
        return 1;
    }

    /// What was found by another kind of guard is of no use.
    private void begin(Guard wanted, ControlRecords latest) {
        if (wanted == guard) {
            return;
        }
        guard = wanted;
        guarded = List.of();
        guardedByDefault = List.of();
        moved = null;
        complained = false;
        // By default nothing is said of what is well, but what others have found before must go.
        said = guard == Guard.DEFAULT
                ? latest.of(GuardFindings.KEY, GuardFindings::decode).orElse(NOTHING)
                : NOTHING;
    }

    private void complain(Exception e) {
        if (!complained && guard == Guard.ASKED) {
            LOG.warn("How production fares is not known, so readers and writers stop soon: {}", e.getMessage());
        } else if (!complained) {
            LOG.warn(
                    "Production is not guarded as it is by default, and the run goes on without that limit: {}",
                    e.getMessage());
        }
        complained = true;
    }

    private int poll() {
        try {
            return control.poll();
        } catch (KafkaException e) {
            LOG.warn("The control topic cannot be read at the moment: {}", e.getMessage());
            return 0;
        }
    }

    private void look(Objective objective, Instant now) throws ElasticException {
        boolean isAsked = guard == Guard.ASKED;
        List<Finding> findings = isAsked ? lookAsAsked(objective, now) : lookByDefault(now);
        boolean isKept = isAsked || !findings.isEmpty();
        if (isNews(findings) || (isKept && !now.isBefore(said.at().plus(RENEWED)))) {
            GuardFindings all = new GuardFindings(now, findings);
            publication.accept(all);
            said = all;
        }
    }

    private List<Finding> lookAsAsked(Objective objective, Instant now) throws ElasticException {
        if (guarded.isEmpty()) {
            guarded = clusters.find().stream().map(GuardedCluster::new).toList();
        }
        Moved used = lately(now);
        return guarded.stream()
                .flatMap(cluster -> cluster.look(objective, used::of, now).stream())
                .toList();
    }

    private List<Finding> lookByDefault(Instant now) throws ElasticException {
        if (guardedByDefault.isEmpty()) {
            guardedByDefault =
                    clusters.find().stream().map(GuardedByDefault::new).toList();
        }
        return guardedByDefault.stream()
                .flatMap(cluster -> cluster.look(side -> lately(now).of(side), now).stream())
                .toList();
    }

    /// Asks for the state of the run once in a look.
    private Moved lately(Instant now) {
        Moved before = moved;
        if (before != null && before.isOf(now)) {
            return before;
        }
        RunState state = states.get();
        Moved lately = before == null ? new Moved(state, now) : before;
        lately.add(state, now);
        moved = lately;
        return lately;
    }

    private boolean isNews(List<Finding> now) {
        List<Finding> before = said.findings();
        if (now.size() != before.size()) {
            return true;
        }
        for (int i = 0; i < now.size(); i++) {
            Finding one = now.get(i);
            Finding other = before.get(i);
            boolean isOfTheSame = one.side() == other.side() && one.node().equals(other.node());
            double much = MUCH * Math.max(one.rate(), other.rate());
            if (!isOfTheSame
                    || one.isMissed() != other.isMissed()
                    || Math.abs((double) one.rate() - other.rate()) > much) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void close() {
        try (control) {
            rest.close();
        } catch (Exception e) {
            LOG.debug("Closing failed", e);
        }
    }
}
