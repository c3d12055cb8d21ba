package io.shardstream.cli.watch;

import io.shardstream.cli.connect.Connections;
import io.shardstream.cli.connect.DurationOption;
import io.shardstream.cli.connect.PlannedRun;
import io.shardstream.cli.connect.RunFileOption;
import io.shardstream.cli.exit.ExitCodes;
import io.shardstream.cli.exit.OnlyAnswers;
import io.shardstream.cli.exit.StandardOutput;
import io.shardstream.cli.exit.Stop;
import io.shardstream.cli.view.PlainWriter;
import io.shardstream.cli.view.ResultFile;
import io.shardstream.cli.view.Terminal;
import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.kafka.KafkaConnection;
import io.shardstream.common.runfile.RunFile;
import io.shardstream.control.console.RunWatch;
import io.shardstream.control.console.view.RunView;
import io.shardstream.control.state.finding.RunRefusedException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// Shows a run as it goes on, from anywhere: on the whole terminal, or as lines where there is none.
@Command(
        name = "watch",
        header = "Shows a run as it goes on.",
        description = {
            "On a terminal it fills the screen: how much is read, in Kafka, written and verified, what limits the run,"
                    + " each node of the target with its lanes, the worst first, and the last events. q or Ctrl-C"
                    + " leaves it. Without a terminal it prints a line now and then, and each new event at once.",
            "It ends with the run, and goes on while the run is blocked or paused, saying why. A run that is being"
                    + " begun is waited for, half a minute."
        },
        footerHeading = "%nExample:%n",
        footer = {"  shardstream watch -f run.yaml", "  shardstream watch -f run.yaml --plain --every 1m >> watch.log"},
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            ExitCodes.DONE_HELP,
            " 1:The run was given up, or nothing can be said; one sentence on standard error says why",
            " 2:With --once, or left with q: the run goes on, or a rollback of it is not finished",
            " 3:With --once, or left with q: the run is blocked, somebody must look",
            ExitCodes.OVERTAKEN_HELP,
            ExitCodes.REJECTED_HELP,
            ExitCodes.NOBODY_HELP + " (with --once, or left with q)",
            ExitCodes.WRONG_USAGE_HELP,
            "130, 143:Stopped by Ctrl-C or SIGTERM"
        })
public final class WatchCommand implements Callable<Integer>, OnlyAnswers {
    private static final Logger LOG = LoggerFactory.getLogger(WatchCommand.class);
    private static final Duration LEAST = Duration.ofSeconds(1);
    private static final int SECONDS_TO_BEGIN = 30;
    /// A rate takes more than one look.
    private static final int LOOKS_AT_ONCE = 4;

    private final RunFile.Environment environment;
    private final Stop stop;
    private final Function<RunFile, Views> opening;
    private final RefreshInterval pause;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private RunFileOption runFile = new RunFileOption();

    @Option(names = "--plain", description = "Prints lines, also on a terminal.")
    private boolean isPlain;

    @Option(
            names = "--every",
            paramLabel = "<time>",
            defaultValue = "10s",
            converter = DurationOption.class,
            description = "How often a line is printed. Default: ${DEFAULT-VALUE}.")
    private Duration every = Duration.ofSeconds(10);

    @Option(
            names = "--no-color",
            description = "Shows no colours. Neither does it where NO_COLOR is set. Colours say nothing that words do"
                    + " not say too.")
    private boolean isColourless;

    @Option(names = "--once", description = "Looks for some seconds, prints one screen without colours, and ends.")
    private boolean isOnce;

    @Option(
            names = "--size",
            paramLabel = "<columns>x<rows>",
            converter = SizeOption.class,
            description = "How large the screen of --once is. Default: as large as the terminal, 80x24 without one.")
    private @Nullable Size size;

    @Option(
            names = "--picture",
            paramLabel = "<file.svg>",
            description = "Writes the screen of --once to this file instead, in colours.")
    private @Nullable Path picture;

    public WatchCommand(Stop stop, RunFile.Environment environment) {
        this(
                stop,
                environment,
                WatchCommand::open,
                time -> stop.askedWithin(time) ? RefreshInterval.Woken.STOPPED : RefreshInterval.Woken.TIME_IS_OVER);
    }

    /// @param pause how one waits where there are no keys
    WatchCommand(Stop stop, RunFile.Environment environment, Function<RunFile, Views> opening, RefreshInterval pause) {
        this.stop = stop;
        this.environment = environment;
        this.opening = opening;
        this.pause = pause;
    }

    /// Where views come from: the one place that knows.
    private static Views open(RunFile run) {
        KafkaConnection kafka = Connections.kafkaOfCommand(run);
        RunTopics topics = new RunTopics(run.name());
        ControlRecords first = PlannedRun.look(run, kafka)
                .orElseThrow(() -> new RunRefusedException(PlannedRun.unprepared(run, kafka)));
        PlannedRun.problem(run, first).ifPresent(sentence -> LOG.warn("{}", sentence));
        return new KafkaViews(
                RunWatch.of(kafka, topics, first, run.docs().maxBacklog(), run.throttle(), Optional.empty()));
    }

    @Override
    public Integer call() throws Exception {
        if (every.compareTo(LEAST) < 0) {
            throw new ParameterException(
                    spec.commandLine(), "--every must be 1s or more, got " + every.toMillis() + "ms");
        }
        if (!isOnce && (size != null || picture != null)) {
            throw new ParameterException(spec.commandLine(), "--size and --picture go with --once, which is missing");
        }
        RunFile run = runFile.readForKafka(environment);
        Optional<Views> opened = opened(run);
        if (opened.isEmpty()) {
            return ExitCodes.STOPPED;
        }
        try (Views views = opened.get()) {
            if (isOnce) {
                return once(views);
            }
            boolean isFull = !isPlain && Terminal.isThere() && !"dumb".equals(environment.get("TERM"));
            WatchLoop.Watched watched = isFull ? onScreen(views) : inLines(views);
            return ended(watched);
        }
    }

    /// A run that is begun at the same time is waited for.
    ///
    /// @return empty if the process was told to stop meanwhile
    /// @throws RunRefusedException if the run was not prepared by then
    private Optional<Views> opened(RunFile run) {
        for (int second = 0; ; second++) {
            try {
                return Optional.of(opening.apply(run));
            } catch (RunRefusedException notYet) {
                if (isOnce || second == SECONDS_TO_BEGIN) {
                    throw notYet;
                }
                if (second == 0) {
                    PrintWriter err = spec.commandLine().getErr();
                    err.println(notYet.getMessage() + " Waiting for it " + SECONDS_TO_BEGIN + " s.");
                    err.flush();
                }
            }
            if (pause.within(LEAST) != RefreshInterval.Woken.TIME_IS_OVER) {
                return Optional.empty();
            }
        }
    }

    private WatchLoop.Watched inLines(Views views) {
        try (Display lines = new PlainLines(out(), every, System::nanoTime)) {
            return new WatchLoop(views, lines, time -> {
                        StandardOutput.requireWritten();
                        return pause.within(time);
                    })
                    .untilEnd();
        }
    }

    /// The terminal is given back at once when the process is told to stop, even if Kafka keeps it from ending.
    private WatchLoop.Watched onScreen(Views views) {
        WatchLoop.Watched watched;
        try (Keys keys = new Keys(Tty::stty, System.in, stop);
                FullScreen screen = new FullScreen(out(), ink(), terminalSize(), ZoneId.systemDefault())) {
            var _ = stop.asked().thenRun(() -> {
                screen.giveBack();
                keys.giveBack();
            });
            watched = new WatchLoop(views, screen, keys).untilEnd();
        }
        out().println(PlainText.line(watched.last(), ""));
        out().flush();
        return watched;
    }

    private int ended(WatchLoop.Watched watched) {
        if (watched.code() == ExitCodes.FAILED) {
            String why = watched.last().standing().why();
            spec.commandLine()
                    .getErr()
                    .println("Run " + watched.last().run() + " is "
                            + watched.last().standing().phase() + (why.isEmpty() ? "" : ": " + why));
        }
        return watched.code();
    }

    private int once(Views views) {
        RunView view = views.look();
        for (int look = 1; look < LOOKS_AT_ONCE && Ended.code(view.standing()).isEmpty(); look++) {
            if (pause.within(LEAST) == RefreshInterval.Woken.STOPPED) {
                return ExitCodes.STOPPED;
            }
            view = views.look();
        }
        Size given = size;
        Size room = given != null ? given : Terminal.isThere() ? terminalSize().get() : Size.USUAL;
        List<Line> lines = Screen.of(view, "", room, ZoneId.systemDefault());
        Path file = picture;
        if (file != null) {
            write(TerminalPicture.of(lines, room), file);
        } else {
            Ink ink = new Ink(false, knowsBlocks());
            lines.forEach(line -> out().println(ink.of(line).stripTrailing()));
            out().flush();
        }
        return ended(new WatchLoop.Watched(view, Ended.codeNow(view)));
    }

    private void write(String drawing, Path file) {
        try {
            Files.writeString(file, drawing);
        } catch (IOException e) {
            throw new ParameterException(
                    spec.commandLine(), "--picture: " + file + " cannot be written (" + ResultFile.reason(e) + ")", e);
        }
    }

    private static TerminalSize terminalSize() {
        return new TerminalSize(() -> Tty.stty(List.of("size")));
    }

    private Ink ink() {
        boolean isRefused = isColourless
                || !Optional.ofNullable(environment.get("NO_COLOR")).orElse("").isEmpty();
        return new Ink(!isRefused, knowsBlocks());
    }

    private static boolean knowsBlocks() {
        return System.out.charset().newEncoder().canEncode(BlockCharacters.FULL);
    }

    private PrintWriter out() {
        return PlainWriter.raw(spec.commandLine().getOut());
    }
}
