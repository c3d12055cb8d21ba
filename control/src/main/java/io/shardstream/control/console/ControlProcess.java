package io.shardstream.control.console;

import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.elastic.AccessRefusals;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.kafka.BrokerDisks;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.kafka.ControlTopicTail;
import io.shardstream.common.kafka.KafkaConnection;
import io.shardstream.common.kafka.NoticeProducer;
import io.shardstream.common.loop.HalfMade;
import io.shardstream.common.loop.LoopRunner;
import io.shardstream.common.loop.RunEndedException;
import io.shardstream.common.loop.SteadyClock;
import io.shardstream.common.pace.BacklogLimit;
import io.shardstream.control.console.ledger.LedgerKeeper;
import io.shardstream.control.console.ledger.LedgerState;
import io.shardstream.control.console.view.ProgressMeter;
import io.shardstream.control.console.view.RunView;
import io.shardstream.control.console.view.ViewMaker;
import io.shardstream.control.run.ControlSettings;
import io.shardstream.control.run.OperationLag;
import io.shardstream.control.run.RunController;
import io.shardstream.control.run.SourceLag;
import io.shardstream.control.run.SweepFailures;
import io.shardstream.control.run.plan.Prepared;
import io.shardstream.control.state.RunState;
import io.shardstream.control.state.RunStateReader;
import io.shardstream.control.state.controller.ControllerStandby;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/// Watches a prepared run until it has ended, and stands by to control it.
public final class ControlProcess implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ControlProcess.class);
    static final Duration RATE_WINDOW = Duration.ofSeconds(20);
    private static final Duration PAUSE = Duration.ofMillis(100);

    private final LoopRunner watching;
    private final RunController controller;
    private final LedgerKeeper ledger;
    private final Viewing viewing;
    private final List<AutoCloseable> ofView;
    private final CompletableFuture<Void> end;

    private ControlProcess(
            LoopRunner watching,
            RunController controller,
            LedgerKeeper ledger,
            Viewing viewing,
            List<AutoCloseable> ofView,
            CompletableFuture<Void> end) {
        this.watching = watching;
        this.controller = controller;
        this.ledger = ledger;
        this.viewing = viewing;
        this.ofView = ofView;
        this.end = end;
    }

    /// How much may wait for the writers. Brokers are asked for their room only where the run file does not
    /// say; that they do not tell it is told aloud by readers, which go by it. Blocks.
    ///
    /// @param said in bytes, by the run file
    public static BacklogLimit limitOf(OptionalLong said, KafkaConnection kafka) {
        return BacklogLimit.beginning(said, () -> BrokerDisks.leastFree(kafka, "shardstream-control-room", Level.INFO));
    }

    /// @param names the run's topics
    /// @param settings what the run file says
    /// @param listener called on the service's thread
    public static ControlProcess start(
            RunTopics names,
            Prepared run,
            ControlSettings settings,
            ElasticCluster source,
            ElasticCluster target,
            KafkaConnection kafka,
            ProgressListener listener) {
        RunTopics topics = names.inGeneration(run.plan().generation());
        try (HalfMade made = new HalfMade()) {
            CompletableFuture<Void> end = new CompletableFuture<>();
            LedgerKeeper ledger =
                    LedgerKeeper.of(kafka, topics, run.plan(), settings.sessionTimeout(), settings.replication());
            Observer observer = made.part(
                    Observer.of(kafka, topics, run.plan(), () -> ledger.state().sums(), new SteadyClock()));
            NoticeProducer reports = made.part(NoticeProducer.of(kafka, "shardstream-reports", topics.members()));
            EventLog events = made.part(EventLog.of(kafka, topics));
            Viewing viewing = new Viewing(
                    new ViewMaker(
                            topics.run(),
                            limitOf(settings.maxBacklog(), kafka),
                            settings.throttle(),
                            InstantSource.system(),
                            System::nanoTime),
                    observer::look,
                    events::write,
                    new BehindReports(ControllerStandby.thisProcess(), report -> reports.tell(report.encode())),
                    ControllerStandby.thisProcess(),
                    listener);
            SweepFailures sweepFailures = new SweepFailures(new SteadyClock());
            RunStateReader watched = made.part(new RunStateReader(kafka, topics, run.plan()));
            ProgressLoop loop = new ProgressLoop(
                    () -> {
                        RunState state = watched.read();
                        ledger.written(state.committed());
                        return state;
                    },
                    watched,
                    made.part(ControlTopicTail.of(kafka, topics)),
                    settings.follow() ? sweepFailures.with(new SourceLag(source, run.plan())) : OperationLag.NONE,
                    new ProgressMeter(System::nanoTime, RATE_WINDOW),
                    viewing,
                    sentence -> LOG.warn("{}", sentence),
                    System::nanoTime);
            RunController controller = RunController.start(
                    topics, run.plan(), source, target, kafka, settings, ledger, Optional.of(sweepFailures));
            LoopRunner watching = LoopRunner.start(loop, PAUSE);
            var _ = watching.end().whenComplete((_, failure) -> tell(end, failure));
            var _ = controller.end().whenComplete((_, failure) -> tell(end, failure));
            made.keep();
            return new ControlProcess(watching, controller, ledger, viewing, List.of(observer, events, reports), end);
        }
    }

    private static void tell(CompletableFuture<Void> end, @Nullable Throwable failure) {
        if (failure instanceof RunEndedException ended && ended.isCompleted()) {
            end.complete(null);
        } else if (failure != null) {
            end.completeExceptionally(failure);
        }
    }

    /// Completes when the run is completed; exceptionally with a [RunEndedException] if it ended otherwise,
    /// with a [io.shardstream.common.loop.PlanChangedException] if everything is read again by another plan,
    /// with a [io.shardstream.common.loop.BlockedException] if a person must look, or with whatever broke.
    public CompletableFuture<Void> end() {
        return end;
    }

    /// Whether this process has the ledger at hand, and what it says then.
    public LedgerState ledger() {
        return ledger.state();
    }

    /// Everything worth showing of the run; empty before the first look.
    public Optional<RunView> view() {
        return viewing.latest();
    }

    /// Where a cluster does not let this process in.
    public AccessRefusals refusals() {
        return controller.refusals();
    }

    /// What the control topic said at the last look.
    public ControlRecords said() {
        return viewing.said();
    }

    /// Says why this process will let the run go, where nobody tells it to stop: a cut-over that is taken
    /// back then is answered with that.
    ///
    /// @param why as the end of a sentence, or as sentences
    public void leavesFor(String why) {
        controller.leavesFor(why);
    }

    /// Begins to let the run go, and does not wait for that. Production is given back first if a cut-over is
    /// under way.
    public void stop() {
        controller.stop();
        watching.stop();
    }

    @Override
    public void close() {
        stop();
        controller.close();
        watching.close();
        for (AutoCloseable one : ofView) {
            try {
                one.close();
            } catch (Exception e) {
                LOG.debug("Closing failed", e);
            }
        }
    }
}
