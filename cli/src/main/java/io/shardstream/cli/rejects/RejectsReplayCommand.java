package io.shardstream.cli.rejects;

import io.shardstream.cli.connect.OutputFormat;
import io.shardstream.cli.connect.OutputOption;
import io.shardstream.cli.connect.RunFileOption;
import io.shardstream.cli.exit.ExitCodes;
import io.shardstream.cli.exit.Stop;
import io.shardstream.cli.verify.OpenRun;
import io.shardstream.cli.view.Json;
import io.shardstream.common.contract.bytes.NumberText;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.runfile.RunFile;
import io.shardstream.control.compare.rejects.Choice;
import io.shardstream.control.compare.rejects.EditedFile;
import io.shardstream.control.compare.rejects.EditedReplay;
import io.shardstream.control.compare.rejects.HeldFields;
import io.shardstream.control.compare.rejects.HeldTreatment;
import io.shardstream.control.compare.rejects.LivingStates;
import io.shardstream.control.compare.rejects.PipelineTreatment;
import io.shardstream.control.compare.rejects.Replay;
import io.shardstream.control.compare.rejects.ReplayRule;
import io.shardstream.control.compare.rejects.Republication;
import io.shardstream.control.compare.rejects.Treatment;
import io.shardstream.control.compare.sweep.NamedSweep;
import io.shardstream.control.index.IndexCatalog;
import io.shardstream.control.state.finding.RunRefusedException;
import io.shardstream.control.state.lanes.Drain;
import io.shardstream.control.state.lanes.NotDrainedException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// Publishes rejected documents again, and waits for what becomes of them.
@Command(
        name = "replay",
        header = "Publishes rejected documents again, once the target takes them.",
        description = {
            "Of each document the newest rejected state goes through the run's lanes again, under its own version: a"
                    + " newer state in the target is never overwritten. Then a sweep deletes those of them that the"
                    + " source has deleted meanwhile, if the run follows its source. What was published again and taken"
                    + " before is left out, unless --id or --from names it.",
            "Where versions do not order what meets in the target, the source is asked first, and what it has given up"
                    + " is not published: with version.mode source or create, and where documents with a custom routing"
                    + " are copied.",
            "With --pipeline or --from other bytes than the source's are published in its place. 'verify' lists such"
                    + " documents as replaced, and takes them for no difference as long as the target holds those"
                    + " bytes. What the source writes later replaces them. While the target follows the source's"
                    + " mapping it takes no fields on its own: a document with others is not published, and the field"
                    + " is named.",
            "The run must go on, with readers and writers at work, and must not be cutting over."
        },
        footerHeading = "%nExample:%n",
        footer = {
            "  shardstream rejects replay --all -f run.yaml",
            "  shardstream rejects replay --id 42 --id 43 -f run.yaml",
            "  shardstream rejects replay --type mapper_parsing_exception --pipeline mend -f run.yaml",
            "  shardstream rejects replay --from edited.ndjson -f run.yaml"
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            " 0:It was said what has become of them; some may have been rejected again",
            ExitCodes.FAILED_HELP,
            " 2:They are published, and wait in Kafka behind others",
            ExitCodes.BLOCKED_HELP,
            ExitCodes.WRONG_USAGE_HELP,
            ExitCodes.STOPPED_ANEW_HELP
        })
public final class RejectsReplayCommand implements Callable<Integer> {

    private final Stop stop;
    private final RunFile.Environment environment;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private RunFileOption runFile = new RunFileOption();

    @Mixin
    private OutputOption output = new OutputOption();

    @Option(names = "--all", description = "All of them.")
    private boolean all;

    @Option(names = "--type", paramLabel = "<type>", description = "Those with this error type; may be repeated.")
    private Set<String> types = new TreeSet<>();

    @Option(names = "--id", paramLabel = "<id>", description = "Those with this _id; may be repeated.")
    private Set<String> ids = new TreeSet<>();

    @Option(
            names = "--from",
            paramLabel = "<file>",
            description = "Documents as they are in this file, one JSON object a line with _id, _version, _source and,"
                    + " where there is one, _routing, as 'rejects export' gives them. The version must be that of the"
                    + " newest rejected state. The file is read twice, so it must be a regular file and not a pipe.")
    private @Nullable Path from;

    @Option(
            names = "--pipeline",
            paramLabel = "<name>",
            description = "Takes the documents through this ingest pipeline of the target first. One that the pipeline"
                    + " drops, moves or fails for is not published.")
    private @Nullable String pipeline;

    /// @param stop ends its waiting
    public RejectsReplayCommand(Stop stop, RunFile.Environment environment) {
        this.stop = stop;
        this.environment = environment;
    }

    @Override
    public Integer call() throws Exception {
        Path edited = from;
        Choice choice = choice();
        RunFile file = runFile.read(environment);
        try (OpenRun run = OpenRun.of(file)) {
            Runnable permission = () -> requireAllowed(run);
            permission.run();
            requireWorkers(run);
            LivingStates living = new LivingStates(run.compared(), run.waiting(stop));
            Republication replay = edited == null
                    ? new Replay(run.lanes(), choice, living, permission, treatment(run))
                    : new EditedReplay(
                            run.lanes(),
                            new EditedFile(edited),
                            run.compared().plan().maxDocumentBytes(),
                            heldFields(run),
                            living,
                            permission);
            publish(replay);
            ReplayText published = new ReplayText(
                    file.name(),
                    replay.published(),
                    replay.bytes(),
                    replay.withoutBody(),
                    replay.refusals(),
                    OptionalLong.empty(),
                    OptionalLong.empty());
            print(published.publishedLine());
            published.refusalLines().forEach(this::print);
            ReplayText known = replay.published() == 0 ? published.known(0) : await(run, replay, published);
            known.outcomeLines().forEach(this::print);
            if (output.format() == OutputFormat.json) {
                spec.commandLine().getOut().println(Json.object(known.fields()));
            }
            spec.commandLine().getOut().flush();
            return known.rejectedAgain().isPresent() ? ExitCodes.DONE : ExitCodes.INCOMPLETE;
        }
    }

    private Choice choice() {
        List<Boolean> said = List.of(all, !types.isEmpty(), !ids.isEmpty(), from != null);
        if (said.stream().filter(one -> one).count() != 1) {
            throw new ParameterException(
                    spec.commandLine(), "Say which rejects are meant, by one of --all, --type, --id and --from.");
        }
        if (from != null && pipeline != null) {
            throw new ParameterException(
                    spec.commandLine(), "--pipeline does not go with --from: what was edited is published as it is.");
        }
        if (all || from != null) {
            return Choice.ALL;
        }
        return ids.isEmpty() ? new Choice(Choice.By.TYPE, types) : new Choice(Choice.By.ID, ids);
    }

    private @Nullable Treatment treatment(OpenRun run) throws ElasticException {
        String name = pipeline;
        RunPlan plan = run.compared().plan();
        return name == null
                ? null
                : new HeldTreatment(
                        PipelineTreatment.of(
                                run.connections().target(), name, plan.targetIndex(), plan.maxDocumentBytes()),
                        heldFields(run));
    }

    private static HeldFields heldFields(OpenRun run) throws ElasticException {
        RunPlan plan = run.compared().plan();
        return new HeldFields(
                new IndexCatalog(run.connections().source())
                        .get(plan.sourceIndex())
                        .mappings(),
                new IndexCatalog(run.connections().target())
                        .get(plan.targetIndex())
                        .mappings());
    }

    private static void requireAllowed(OpenRun run) {
        ReplayRule.refusal(run.topics().run(), said(run)).ifPresent(sentence -> {
            throw new RunRefusedException(sentence);
        });
    }

    private static ControlRecords said(OpenRun run) {
        return ControlRecords.read(run.connections().kafka(), run.topics());
    }

    private static void requireWorkers(OpenRun run) {
        List<String> missing = run.lanes().workers().missing();
        if (!missing.isEmpty()) {
            throw new RunRefusedException("Nothing was published: " + String.join("; ", missing) + ".");
        }
    }

    private static void publish(Republication replay) {
        try {
            replay.publish();
        } catch (RunRefusedException e) {
            throw replay.published() == 0
                    ? e
                    : new RunRefusedException(
                            e.getMessage() + " " + NumberText.count(replay.published())
                                    + " documents had been published before: 'rejects list' shows what is left.",
                            e);
        }
    }

    private ReplayText await(OpenRun run, Republication replay, ReplayText published) throws Exception {
        InstantSource clock = InstantSource.system();
        try {
            new Drain(run.lanes(), clock, run.waiting(stop)).ofNow(Instant.now().plus(OpenRun.PATIENCE));
            ReplayText known = published.known(replay.rejectedAgain());
            if (!said(run).isIn(Phase.CATCHING_UP)) {
                return known;
            }
            return known.swept(
                    new NamedSweep(run.compared(), clock, run.waiting(stop)).of(replay.documents(), OpenRun.PATIENCE));
        } catch (NotDrainedException e) {
            return published;
        }
    }

    private void print(String line) {
        if (output.format() == OutputFormat.table) {
            PrintWriter out = spec.commandLine().getOut();
            out.println(line);
            out.flush();
        }
    }
}
