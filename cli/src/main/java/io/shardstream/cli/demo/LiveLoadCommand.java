package io.shardstream.cli.demo;

import io.shardstream.cli.connect.DurationOption;
import io.shardstream.cli.connect.OutputOption;
import io.shardstream.cli.exit.ExitCodes;
import io.shardstream.cli.exit.Stop;
import io.shardstream.cli.steer.Confirmation;
import io.shardstream.cli.view.Json;
import io.shardstream.cli.view.Working;
import io.shardstream.common.contract.bytes.NumberText;
import io.shardstream.common.runfile.RunFile;
import io.shardstream.workload.load.HttpLoadClient;
import io.shardstream.workload.load.IndexVerdict;
import io.shardstream.workload.load.Load;
import io.shardstream.workload.load.LoadDocuments;
import io.shardstream.workload.load.LoadHistory;
import io.shardstream.workload.load.LoadMix;
import io.shardstream.workload.load.LoadReport;
import io.shardstream.workload.load.LoadSettings;
import io.shardstream.workload.load.LoadVerdict;
import io.shardstream.workload.load.OperationOutcome;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// Writes to an index as production would, and remembers every operation.
@Command(
        name = "live-load",
        header = "Writes to an index at a set rate and remembers every operation, for trying a run out.",
        description = {
            "Inserts, updates, deletes and re-creates documents with ids of its own, in bulks and single requests,"
                    + " some documents far more often than others. The rate holds whatever the servers' pace.",
            "With --check it then says whether the index holds what was acknowledged; with --judge it sends nothing"
                    + " and judges any index, such as the target after a cut-over, by the log of an earlier load."
        },
        footerHeading = "%nExample:%n",
        footer = "  shardstream live-load --url http://localhost:9200 --index orders --rate 500 --duration 1m --log"
                + " load.ndjson",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            " 0:Done, and nothing was wrong in what was judged",
            ExitCodes.FAILED_HELP,
            " 4:The index does not hold what the log says",
            ExitCodes.WRONG_USAGE_HELP,
            "130, 143:Stopped by Ctrl-C or SIGTERM, after what was under way was answered"
        })
public final class LiveLoadCommand implements Callable<Integer> {
    private static final int SAMPLES = 10;
    private static final int UNDER_WAY = 10_000;
    private static final Duration PAUSE = Duration.ofMillis(100);

    @Mixin
    private LoadPlaceOption place = new LoadPlaceOption();

    @Mixin
    private Confirmation confirmation = new Confirmation();

    @Option(
            names = "--rate",
            paramLabel = "<n>",
            defaultValue = "500",
            description = "Operations a second. Default: ${DEFAULT-VALUE}.")
    private double rate;

    @Option(
            names = "--duration",
            paramLabel = "<time>",
            defaultValue = "1m",
            converter = DurationOption.class,
            description = "How long, such as 30s, 5m or 1h. Default: ${DEFAULT-VALUE}.")
    private Duration duration = Duration.ZERO;

    @Option(
            names = "--docs",
            paramLabel = "<n>",
            defaultValue = "0",
            description = "Documents to insert before, as fast as it goes. Default: ${DEFAULT-VALUE}.")
    private int documents;

    @Option(
            names = "--mix",
            paramLabel = "<shares>",
            converter = MixOption.class,
            description = "How often each kind of operation comes. Default: insert=30,update=40,delete=15,recreate=15.")
    private LoadMix mix = LoadMix.STANDARD;

    @Option(
            names = "--bulk",
            paramLabel = "<share>",
            defaultValue = "0.7",
            description = "Part of the operations that is sent in bulks, 0 to 1. Default: ${DEFAULT-VALUE}.")
    private double bulk;

    @Option(
            names = "--bulk-size",
            paramLabel = "<n>",
            defaultValue = "20",
            description = "Operations of a bulk. Default: ${DEFAULT-VALUE}.")
    private int bulkSize;

    @Option(
            names = "--hot",
            paramLabel = "<share>",
            defaultValue = "0.5",
            description = "Part of updates and deletes that prefers few documents by Zipf's law, 0 to 1."
                    + " Default: ${DEFAULT-VALUE}.")
    private double hot;

    @Option(
            names = "--bytes",
            paramLabel = "<n>",
            defaultValue = "400",
            description = "Size of a document. Default: ${DEFAULT-VALUE}.")
    private int bytes;

    @Option(
            names = "--seed",
            paramLabel = "<n>",
            defaultValue = "1",
            description = "Of ids, bodies and choices; take another one for each load on one index."
                    + " Default: ${DEFAULT-VALUE}.")
    private long seed;

    @Option(
            names = "--log",
            paramLabel = "<file>",
            description =
                    "A new file for the log of all operations, one JSON object a line; with --judge the one to read.")
    private @Nullable Path log;

    @Option(names = "--check", description = "Judges the index by the log when the load has ended.")
    private boolean check;

    @Option(names = "--judge", description = "Sends nothing: judges the index by the file that --log names.")
    private boolean judge;

    @Mixin
    private OutputOption output = new OutputOption();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    private final Stop stop;
    private final RunFile.Environment environment;

    public LiveLoadCommand(Stop stop, RunFile.Environment environment) {
        this.stop = stop;
        this.environment = environment;
    }

    @Override
    public Integer call() throws Exception {
        LoadPlace where = place.read(spec.commandLine(), environment);
        if (judge) {
            return judged(where);
        }
        LoadSettings settings = settings();
        if (log != null && Files.exists(log)) {
            throw new ParameterException(
                    spec.commandLine(), log + " is there already; name a new file, or judge by it with --judge.");
        }
        if (place.isSourceUnnamed()) {
            confirmation.require(
                    spec.commandLine(),
                    "it writes documents of its own to index '" + where.index() + "', the source of the run file,"
                            + " unless --index names another one",
                    stop);
        }
        where.check();
        return loaded(where, settings, new LoadDocuments("live-" + seed + "-", seed, bytes));
    }

    private int judged(LoadPlace where) throws IOException {
        Path file = log;
        if (file == null || !Files.exists(file)) {
            throw new ParameterException(spec.commandLine(), "--judge needs the log of an earlier load: --log <file>.");
        }
        LoadHistory history = LoadHistory.read(file);
        IndexVerdict verdict;
        try (Working working = Working.on(spec.commandLine().getErr())) {
            working.line().at("judging what the index holds");
            verdict = LoadVerdict.of(where.address(), history.memory(), history.documents(), SAMPLES);
        }
        return shown(null, verdict);
    }

    private int loaded(LoadPlace where, LoadSettings settings, LoadDocuments documents)
            throws IOException, InterruptedException {
        try (HttpLoadClient client = where.client(documents);
                Load load = Load.start(settings, documents, client, log, where.index());
                Working working = Working.on(spec.commandLine().getErr())) {
            working.line().at(() -> NumberText.of(load.answered(), "operation") + " answered");
            while (!load.end().isDone() && !stop.askedWithin(PAUSE)) {
                // It goes on.
            }
            working.line().at("waiting for the last answers");
            LoadReport report = load.finish();
            if (check && report.count(OperationOutcome.OK) == 0) {
                working.line().end();
                int _ = shown(report, null);
                spec.commandLine()
                        .getErr()
                        .println("No operation was acknowledged, so there is nothing to judge: see whether '"
                                + where.index() + "' takes writes.");
                return ExitCodes.FAILED;
            }
            if (check) {
                working.line().at("judging what the index holds");
            }
            IndexVerdict verdict = check ? LoadVerdict.of(where.address(), load.memory(), documents, SAMPLES) : null;
            working.line().end();
            int code = shown(report, verdict);
            return code == ExitCodes.DONE && stop.isAsked() ? ExitCodes.STOPPED : code;
        }
    }

    private int shown(@Nullable LoadReport report, @Nullable IndexVerdict verdict) {
        LoadText text = new LoadText(report, verdict);
        PrintWriter out = spec.commandLine().getOut();
        switch (output.format()) {
            case table -> text.table().forEach(out::println);
            case json -> out.println(Json.object(text.fields()));
        }
        out.flush();
        return verdict == null || verdict.isClean() ? ExitCodes.DONE : ExitCodes.DIFFERENT;
    }

    private LoadSettings settings() {
        try {
            return new LoadSettings(rate, duration, documents, mix, bulk, bulkSize, hot, UNDER_WAY, seed);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()));
        }
    }
}
