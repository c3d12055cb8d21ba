package io.shardstream.cli.verify;

import io.shardstream.cli.connect.OutputFormat;
import io.shardstream.cli.connect.OutputOption;
import io.shardstream.cli.connect.RunFileOption;
import io.shardstream.cli.exit.ExitCodes;
import io.shardstream.cli.exit.OnlyAnswers;
import io.shardstream.cli.exit.Stop;
import io.shardstream.cli.view.Json;
import io.shardstream.cli.view.ResultFile;
import io.shardstream.cli.view.Working;
import io.shardstream.cli.view.WorkingLine;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.runfile.RunFile;
import io.shardstream.control.compare.meaning.MeaningComparison;
import io.shardstream.control.compare.meaning.MeaningOptions;
import io.shardstream.control.compare.meaning.MeaningReport;
import io.shardstream.control.compare.meaning.MeaningSides;
import io.shardstream.control.compare.verify.Content;
import io.shardstream.control.compare.verify.DocumentDifference;
import io.shardstream.control.compare.verify.Kind;
import io.shardstream.control.compare.verify.Verification;
import io.shardstream.control.compare.verify.VerificationOptions;
import io.shardstream.control.compare.verify.VerificationReport;
import io.shardstream.control.compare.version.ComparisonRounds;
import io.shardstream.control.state.VerificationNote;
import io.shardstream.control.state.finding.RunRefusedException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// Compares source and target of a run.
@Command(
        name = "verify",
        header = "Compares source and target of a run, from version words to bytes.",
        description = {
            "Counts and version words of all documents, ids of those that differ, and the bytes of a sample or of all."
                    + " Each difference is listed with its id: missing, stale, extra, foreign, collision, ahead or"
                    + " content; what was rejected or replaced on purpose is listed and is no difference. Deletes that"
                    + " the next sweep will carry out are none either: they are counted, and -o json lists them. With"
                    + " --meaning also what searches find, as equal bytes may be indexed differently.",
            "While the run goes on, only what is settled is judged; readers and writers must be at work. After its end"
                    + " everything is judged that it has read and that the source has not changed since. The rest is"
                    + " counted, and the exit code is 4.",
            "After a cut-over, what production has written to the target since the swap is counted and not judged."
        },
        footerHeading = "%nExample:%n",
        footer = "  shardstream verify -f run.yaml --content all -o json",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            " 0:Nothing differs of what was judged, less the rejects",
            ExitCodes.FAILED_HELP,
            " 2:Nothing differs of what was judged, and none of the searches that --meaning asks for was compared",
            ExitCodes.BLOCKED_HELP,
            ExitCodes.DIFFERENT_HELP,
            ExitCodes.WRONG_USAGE_HELP,
            ExitCodes.STOPPED_ANEW_HELP
        })
public final class VerifyCommand implements Callable<Integer>, OnlyAnswers {
    private static final int MOST_LINES = 100;

    private final Stop stop;
    private final RunFile.Environment environment;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private RunFileOption runFile = new RunFileOption();

    @Mixin
    private OutputOption output = new OutputOption();

    @Option(
            names = "--content",
            paramLabel = "sample|all",
            defaultValue = "sample",
            description = "Of which documents the bytes are compared: by default of about a thousand in each shard, and"
                    + " of all in shards whose primary changed during the run, or where a comparison of the run has"
                    + " found other contents and none of all has found them equal since.")
    private String content = "sample";

    @Option(
            names = "--repair",
            description = "Publishes again what is missing or stale, deletes what is extra, and compares again. The"
                    + " run must go on.")
    private boolean repair;

    @Option(
            names = "--meaning",
            description =
                    "Also compares what searches find: in how many documents of each field, which values were left"
                            + " out of the index, whether documents are found by values that they have and by their terms,"
                            + " which terms text has, and what clients get who ask for a document. Numbers are compared again while writes may"
                            + " explain that they differ.")
    private boolean meaning;

    @Option(
            names = "--fields",
            paramLabel = "<number>",
            description = "With --meaning: how many fields are compared at most, ${DEFAULT-VALUE} by default. Of more,"
                    + " this many are drawn, the same ones for each verification of a run.")
    private int mostFields = MeaningOptions.MOST_FIELDS;

    @Option(
            names = "--report",
            paramLabel = "<file>",
            description = "Where the result goes as JSON; by default verification-<run>.json beside the run file.")
    private @Nullable Path report;

    /// @param stop ends its waiting
    public VerifyCommand(Stop stop, RunFile.Environment environment) {
        this.stop = stop;
        this.environment = environment;
    }

    /// Documents that a run which has ended has not read are none that it has copied wrongly, and the target
    /// lacks them all the same.
    private static boolean isSame(VerificationReport result) {
        return result.isClean() && result.unread() == 0;
    }

    @Override
    public boolean onlyAnswers() {
        return !repair;
    }

    @Override
    public Integer call() throws Exception {
        Content compared = contentOf(content);
        if (mostFields < 1) {
            throw new ParameterException(spec.commandLine(), "--fields must be at least 1, got " + mostFields);
        }
        RunFile file = runFile.read(environment);
        PrintWriter out = spec.commandLine().getOut();
        try (OpenRun run = OpenRun.of(file);
                Working working = Working.on(spec.commandLine().getErr())) {
            if (repair && run.hasEnded()) {
                throw new RunRefusedException("Run " + file.name() + " has ended, so nobody would carry repairs out:"
                        + " verify it without --repair, and begin a new run under another name if it differs.");
            }
            run.requireWritten();
            run.absence()
                    .ifPresent(why -> working.line()
                            .aside(() -> spec.commandLine().getErr().println(why)));
            Verification verification = new Verification(
                            run.compared(),
                            run.shardsOfOtherTerms(),
                            InstantSource.system(),
                            run.waiting(stop),
                            ComparisonRounds.MOST_BYTES,
                            new Random())
                    .wholeToo(run.different())
                    .tellingStages(working.line()::at);
            run.swapNumbers().ifPresent(verification::sinceSwap);
            List<Long> written = run.lanes().state().committed();
            VerificationReport result = verification.run(
                    new VerificationOptions(false, !run.hasEnded(), compared, repair, OpenRun.PATIENCE),
                    lines(out, working.line()));
            working.line().end();
            VerificationText text = new VerificationText(
                    file.name(),
                    result,
                    run.swapNumbers().isPresent()
                            ? OptionalLong.of(verification.operationsSinceSwap())
                            : OptionalLong.empty(),
                    Optional.empty());
            // What searches find may take long to compare, and fail: nothing of this is to be lost by that.
            Optional<String> unwritten = write(file, text);
            if (!meaning || output.format() == OutputFormat.table) {
                print(out, text, text.table());
            }
            RunPlan plan = run.compared().plan();
            // Where production is on the target, or nobody works on the run, no comparison comes that it is for.
            new VerificationNote(run.connections().kafka(), run.topics())
                    .write(
                            result.record(plan.docsTopicId(), plan.sourceShards(), written),
                            run.wasVerified(),
                            run.different(),
                            run.hasEnded() || run.isCutOver()
                                    ? run.different()
                                    : verification.differentAfter(run.different(), result));
            if (!meaning) {
                unwritten.ifPresent(spec.commandLine().getErr()::println);
                return isSame(result) ? ExitCodes.DONE : ExitCodes.DIFFERENT;
            }
            Searched searched = Searched.by(() -> searched(run, result, working.line()));
            working.line().end();
            VerificationText whole = text.with(searched.report());
            print(out, whole, new MeaningText(searched.report()).table());
            ResultFile.write(
                            reportFile(file),
                            bytes(whole),
                            "the result is the same. Of the documents it stands in the run's control topic, of the"
                                    + " searches only in what this command prints.")
                    .ifPresent(spec.commandLine().getErr()::println);
            if (!isSame(result) || !searched.report().isClean()) {
                return ExitCodes.DIFFERENT;
            }
            if (searched.failure().isPresent()) {
                throw searched.failure().get();
            }
            return searched.report().isOfNothing() ? ExitCodes.INCOMPLETE : ExitCodes.DONE;
        }
    }

    private Optional<String> write(RunFile file, VerificationText text) {
        return ResultFile.write(reportFile(file), bytes(text));
    }

    private static byte[] bytes(VerificationText text) {
        return (Json.object(text.fields()) + "\n").getBytes(StandardCharsets.UTF_8);
    }

    private MeaningReport searched(OpenRun run, VerificationReport documents, WorkingLine working) throws Exception {
        MeaningOptions options = MeaningOptions.beside(documents, !run.hasEnded(), OpenRun.PATIENCE)
                .withMostFields(mostFields);
        return new MeaningComparison(
                        MeaningSides.of(
                                run.compared(),
                                run.connections().source(),
                                run.connections().target()),
                        InstantSource.system(),
                        stop.sleeper())
                .tellingStages(working::at)
                .compare(run.swapNumbers()
                        .map(options::sinceSwap)
                        .orElseGet(() -> run.isCutOver() ? options.byExamples() : options));
    }

    private Content contentOf(String word) {
        for (Content one : Content.values()) {
            if (one.name().toLowerCase(Locale.ROOT).equals(word)) {
                return one;
            }
        }
        throw new ParameterException(spec.commandLine(), "--content must be sample or all, got " + word);
    }

    /// Each difference as it is found; people are shown so many at most.
    private Consumer<DocumentDifference> lines(PrintWriter out, WorkingLine working) {
        long[] shown = {0};
        return difference -> working.aside(() -> {
            if (output.format() == OutputFormat.table && difference.kind() == Kind.UNSWEPT) {
                return; // there may be as many as were deleted since the last sweep, and their number says it all
            }
            shown[0]++;
            if (output.format() == OutputFormat.json || shown[0] <= MOST_LINES) {
                out.println(DocumentLine.of(difference, output.format()));
            } else if (shown[0] == MOST_LINES + 1) {
                out.println("and more, which -o json lists");
            }
            out.flush();
        });
    }

    /// @param lines what people are shown of it
    private void print(PrintWriter out, VerificationText text, List<String> lines) {
        switch (output.format()) {
            case table -> lines.forEach(out::println);
            case json -> out.println(Json.line(text.fields()));
        }
        out.flush();
    }

    private Path reportFile(RunFile file) {
        Path wanted = report;
        return wanted == null ? runFile.file().resolveSibling("verification-" + file.name() + ".json") : wanted;
    }
}
