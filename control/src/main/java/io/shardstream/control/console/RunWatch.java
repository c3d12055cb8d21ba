package io.shardstream.control.console;

import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.contract.record.Throttle;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.kafka.ControlTopicTail;
import io.shardstream.common.kafka.KafkaConnection;
import io.shardstream.common.loop.HalfMade;
import io.shardstream.common.loop.SteadyClock;
import io.shardstream.control.console.view.Progress;
import io.shardstream.control.console.view.ProgressMeter;
import io.shardstream.control.console.view.RunView;
import io.shardstream.control.console.view.ViewMaker;
import io.shardstream.control.run.OperationLag;
import io.shardstream.control.run.SourceLag;
import io.shardstream.control.state.RunState;
import io.shardstream.control.state.RunStateReader;
import java.time.InstantSource;
import java.util.Optional;
import java.util.OptionalLong;

/// Looks at a run from anywhere, and takes no part in it. What only the ledger knows is not in its views.
/// Used by one thread.
public final class RunWatch implements AutoCloseable {
    private final RunTopics topics;
    private final ControlRecords first;
    private final RunStateReader states;
    private final ControlTopicTail control;
    private final Observer observer;
    private final OperationLag lag;
    private final ProgressMeter meter;
    private final ViewMaker maker;

    private RunWatch(
            RunTopics topics,
            ControlRecords first,
            RunStateReader states,
            ControlTopicTail control,
            Observer observer,
            OperationLag lag,
            ProgressMeter meter,
            ViewMaker maker) {
        this.topics = topics;
        this.first = first;
        this.states = states;
        this.control = control;
        this.observer = observer;
        this.lag = lag;
        this.meter = meter;
        this.maker = maker;
    }

    /// @param names the run's topics
    /// @param first what its control topic says, the plan at least
    /// @param maxBacklog bytes that may wait in Kafka, as the run file says
    /// @param throttle how fast the run may work, as the run file says
    /// @param source asked how far a run that follows it is behind; empty for nobody
    public static RunWatch of(
            KafkaConnection kafka,
            RunTopics names,
            ControlRecords first,
            OptionalLong maxBacklog,
            Throttle throttle,
            Optional<ElasticCluster> source) {
        RunPlan plan = first.plan().orElseThrow();
        RunTopics topics = names.inGeneration(plan.generation());
        try (HalfMade made = new HalfMade()) {
            RunWatch watch = new RunWatch(
                    topics,
                    first,
                    made.part(new RunStateReader(kafka, topics, plan)),
                    made.part(ControlTopicTail.of(kafka, topics)),
                    made.part(Observer.of(kafka, topics, plan, Optional::empty, new SteadyClock())),
                    source.<OperationLag>map(cluster -> new SourceLag(cluster, plan))
                            .orElse(OperationLag.NONE),
                    new ProgressMeter(System::nanoTime, ControlProcess.RATE_WINDOW),
                    new ViewMaker(
                            topics.run(),
                            ControlProcess.limitOf(maxBacklog, kafka),
                            throttle,
                            InstantSource.system(),
                            System::nanoTime));
            made.keep();
            return watch;
        }
    }

    /// Looks once; to be called every second or so, since rates are of the time between.
    ///
    /// @throws org.apache.kafka.common.KafkaException if Kafka cannot be asked; asking again later may help
    /// @throws io.shardstream.common.loop.PlanChangedException if everything is read again by another plan
    public RunView look() {
        var _ = control.poll();
        // Before its end is reached the tail knows nothing.
        ControlRecords said = control.latest().plan().isPresent() ? control.latest() : first;
        said.requireRun(topics, first.plan().orElseThrow().id());
        RunState state = states.read();
        Progress progress = meter.add(state);
        return maker.next(state, lag.of(state).map(progress::withLag).orElse(progress), said, observer.look());
    }

    @Override
    public void close() {
        observer.close();
        control.close();
        states.close();
    }
}
