package io.shardstream.cli.run;

import io.shardstream.cli.connect.Connections;
import io.shardstream.cli.connect.HttpOption;
import io.shardstream.cli.connect.PlannedRun;
import io.shardstream.cli.connect.RunFileMapping;
import io.shardstream.cli.exit.ExitCodes;
import io.shardstream.cli.exit.Stop;
import io.shardstream.cli.steer.Leaving;
import io.shardstream.cli.view.Ending;
import io.shardstream.cli.view.Limits;
import io.shardstream.cli.view.ProgressPrinter;
import io.shardstream.cli.view.RejectsLeft;
import io.shardstream.common.contract.record.RunPhase;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.contract.record.SignedOff;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.http.Listening;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.kafka.KafkaConnection;
import io.shardstream.common.loop.BlockedException;
import io.shardstream.common.metrics.Metrics;
import io.shardstream.common.runfile.RunFile;
import io.shardstream.control.console.ControlProcess;
import io.shardstream.control.console.RunWatch;
import io.shardstream.control.console.view.RunView;
import io.shardstream.control.run.cutover.RefusedWrites;
import io.shardstream.control.run.plan.Prepared;
import io.shardstream.control.run.plan.RunPreparation;
import io.shardstream.control.run.plan.RunSettings;
import io.shardstream.control.state.RejectsGoneException;
import io.shardstream.control.state.RunStateReader;
import io.shardstream.control.state.controller.ControllerStandby;
import java.io.IOException;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A process that prepares a run and holds its control, and beside it the parts that are to work here.
final class PreparedRun {
    private static final Logger LOG = LoggerFactory.getLogger(PreparedRun.class);
    private static final String CONTROL = "control";

    private final String name;
    private final List<PartStarter> parts;
    private final Optional<Listening> listening;
    private final Stop stop;
    private final StayPolicy staying;
    private final RestartLoop persistence;
    private final Optional<Runnable> adopting;

    /// @param name the command, `run` or `control`
    /// @param listening where it answers over HTTP; empty for nowhere
    /// @param adopting asks for consent, where a run that begins takes what is in the target; empty where it
    ///     does not
    /// @param staying whether it stays when the run is complete
    PreparedRun(
            String name,
            List<PartStarter> parts,
            Optional<Listening> listening,
            Stop stop,
            Optional<Runnable> adopting,
            StayPolicy staying) {
        this.name = name;
        this.parts = parts;
        this.listening = listening;
        this.stop = stop;
        this.staying = staying;
        this.adopting = adopting;
        this.persistence = new RestartLoop("this process", stop);
    }

    /// Works until the copy is complete or the process is told to stop.
    ///
    /// @return the exit code
    int work(RunFile file, ProgressPrinter progress, Ending ending) throws ElasticException {
        try (ControlHttp http = http(file)) {
            return staying.after(
                    () -> persistence.follow(() -> workByPlan(file, http, progress, ending)),
                    () -> {
                        if (http != null) {
                            http.finish(() -> look(file));
                        }
                    },
                    () -> BlockGuard.isOpen(name, file, stop));
        }
    }

    /// Opens a look at a run that was complete, which a rollback may have come after.
    ///
    /// @return empty if Kafka has nothing of it any more
    private static Optional<EndedLook> look(RunFile file) {
        KafkaConnection kafka = Connections.kafka(file);
        return PlannedRun.look(file, kafka)
                .map(found -> new EndedWatch(RunWatch.of(
                        kafka,
                        new RunTopics(file.name()),
                        found,
                        file.docs().maxBacklog(),
                        file.throttle(),
                        Optional.empty())));
    }

    private record EndedWatch(RunWatch watch) implements EndedLook {
        @Override
        public RunView look() {
            return watch.look();
        }

        @Override
        public void close() {
            watch.close();
        }
    }

    private int workByPlan(RunFile file, @Nullable ControlHttp http, ProgressPrinter progress, Ending ending)
            throws ElasticException {
        RunSettings settings = RunFileMapping.settings(file);
        try (Connections to = Connections.of(file)) {
            to.requireOneKafka();
            Optional<ControlRecords> before = PlannedRun.look(file, to.kafka());
            before.ifPresent(records -> PlannedRun.require(file, records));
            before.flatMap(RefusedWrites::of).ifPresent(refused -> LOG.warn("{}", refused.sentence()));
            if (before.flatMap(records -> records.end(file.name())).isEmpty()) {
                to.requireOneClusterEach();
            }
            RunPreparation preparation = new RunPreparation(settings, to.source(), to.target(), to.kafka());
            if (adopting.isPresent()) {
                if (before.isEmpty()) {
                    adopting.get().run();
                }
                preparation.adoptingTarget(file.throttle());
            }
            Optional<Prepared> prepared = PatientPreparation.of(preparation::prepare, stop::askedWithin);
            if (prepared.isEmpty()) {
                return ExitCodes.STOPPED;
            }
            Prepared run = prepared.get();
            if (run.completed()) {
                if (!BlockGuard.untilOpen(name, file, to, PlannedRun.find(file, to.kafka()), stop)) {
                    return ExitCodes.STOPPED;
                }
                ControlRecords said = ControlRecords.read(to.kafka(), settings.topics());
                return why(said).isEmpty()
                        ? alreadyComplete(to, settings, run.plan(), said, ending)
                        : ending.alreadyEnded(file.name(), why(said), accepted(said));
            }
            return BlockGuard.openAfter(name, file, stop, () -> workOn(run, file, to, http, progress, ending));
        }
    }

    private int workOn(
            Prepared run,
            RunFile file,
            Connections to,
            @Nullable ControlHttp http,
            ProgressPrinter progress,
            Ending ending)
            throws ElasticException {
        RunSettings settings = RunFileMapping.settings(file);
        BlockedNote note = new BlockedNote(to.kafka(), settings.topics(), name);
        // Those of parts too that were let in no more when this process was ended.
        List<BlockedNote> notes = Stream.concat(
                        Stream.of(name, CONTROL), parts.isEmpty() ? Stream.empty() : Stream.of("reader", "writer"))
                .distinct()
                .map(part -> new BlockedNote(to.kafka(), settings.topics(), part))
                .toList();
        List<Supplier<RunningPart>> starters = parts.stream()
                .<Supplier<RunningPart>>map(part -> () -> part.start(file, run.plan(), to))
                .toList();
        try (WorkingParts working = WorkingParts.start(starters);
                RestartLoop.Watched _ = persistence.works(() -> BlockedNote.takeAway(notes))) {
            boolean complete = follow(file, run, to, working, http, progress);
            if (!complete) {
                Leaving.of(to, settings.topics()).sentence().ifPresent(sentence -> LOG.warn("{}", sentence));
                return ExitCodes.STOPPED;
            }
            ControlRecords said = ControlRecords.read(to.kafka(), settings.topics());
            return why(said).isEmpty()
                    ? ending.complete(progress, run.plan(), rejects(to, settings, run.plan(), said))
                    : ending.completed(why(said), accepted(said));
        } catch (BlockedException e) {
            PlanWatch.requireSame(to.kafka(), settings.topics(), run.plan());
            note.leave(e);
            throw e;
        } catch (KafkaException | CompletionException e) {
            note.leaveRefusal(e);
            throw e;
        }
    }

    /// How the run has ended, where it was cut over or released; empty where the copy is just complete.
    private static String why(ControlRecords said) {
        return said.phase().map(RunPhase::why).orElse("");
    }

    private static long accepted(ControlRecords said) {
        return said.of(SignedOff.KEY, SignedOff::decode).map(SignedOff::rejects).orElse(0L);
    }

    /// It ends in the same way however often it is started.
    private static int alreadyComplete(
            Connections to, RunSettings settings, RunPlan plan, ControlRecords said, Ending ending) {
        String run = settings.topics().run();
        try {
            return ending.alreadyComplete(run, plan, rejects(to, settings, plan, said));
        } catch (RejectsGoneException e) {
            return ending.alreadyComplete(run, plan, e);
        }
    }

    private static RejectsLeft rejects(Connections to, RunSettings settings, RunPlan plan, ControlRecords said) {
        try (RunStateReader reader = RunStateReader.glance(to.kafka(), settings.topics(), plan)) {
            return RejectsLeft.of(reader.read(), said);
        }
    }

    private @Nullable ControlHttp http(RunFile file) {
        if (listening.isEmpty()) {
            return null;
        }
        try {
            return ControlHttp.start(listening.get(), file);
        } catch (IOException e) {
            throw HttpOption.refused(listening.get(), e);
        }
    }

    private boolean follow(
            RunFile file,
            Prepared run,
            Connections to,
            WorkingParts working,
            @Nullable ControlHttp http,
            ProgressPrinter progress) {
        StandingBy standingBy = new StandingBy(ControllerStandby.thisProcess());
        Limits limits = new Limits(
                ControlProcess.limitOf(file.docs().maxBacklog(), to.kafka()), file.throttle(), InstantSource.system());
        try (ControlProcess control = ControlProcess.start(
                        new RunTopics(file.name()),
                        run,
                        RunFileMapping.control(file),
                        to.source(),
                        to.target(),
                        to.kafka(),
                        (now, state, said) -> {
                            String ofParts = working.limit();
                            String ofRun = limits.first(said, state, OptionalDouble.of(now.bytesPerSecond()));
                            // Limits are named even while something else is in the way.
                            String limit = ofParts.isEmpty() || said.pause().isPresent() ? ofRun : ofParts;
                            progress.accept(
                                    now,
                                    Stream.of(limit, standingBy.of(said))
                                            .filter(note -> !note.isEmpty())
                                            .collect(Collectors.joining("; ")));
                        });
                RefusalNote _ = RefusalNote.start(
                        CONTROL,
                        to.kafka(),
                        new RunTopics(file.name()),
                        () -> control.refusals().lasting(),
                        control::said);
                WorkingParts.Told _ = working.telling(to.kafka(), new RunTopics(file.name()));
                WorkingParts.Told _ = working.reporting(
                        to.kafka(),
                        new RunTopics(file.name()).inGeneration(run.plan().generation()));
                Metrics.Registration _ =
                        http == null ? () -> {} : http.shows(control, to.kafka(), working::measuredBy)) {
            try {
                return Waiting.until(control.end(), working.ends(), stop);
            } catch (BlockedException | CompletionException e) {
                Throwable why = e instanceof CompletionException && e.getCause() != null ? e.getCause() : e;
                control.leavesFor(String.valueOf(why.getMessage()));
                throw e;
            } finally {
                RefusedWrites.of(control.said()).map(RefusedWrites::sentence).ifPresent(stop::lastWord);
                // What only tells is closed before them, and may take long: production and others wait for them.
                control.stop();
                working.stop();
            }
        } finally {
            progress.end();
        }
    }
}
