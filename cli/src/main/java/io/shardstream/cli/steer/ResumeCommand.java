package io.shardstream.cli.steer;

import io.shardstream.cli.connect.Connections;
import io.shardstream.cli.connect.PlannedRun;
import io.shardstream.cli.connect.RunFileMapping;
import io.shardstream.cli.connect.RunFileOption;
import io.shardstream.cli.exit.ExitCodes;
import io.shardstream.cli.exit.OnlyAnswers;
import io.shardstream.cli.exit.Stop;
import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.kafka.KafkaConnection;
import io.shardstream.common.runfile.RunFile;
import io.shardstream.common.runfile.RunFileException;
import io.shardstream.control.index.LostIndex;
import io.shardstream.control.index.PlannedIndex;
import io.shardstream.control.index.cluster.HttpClusterSwitch;
import io.shardstream.control.run.plan.Agreement;
import io.shardstream.control.state.Steering;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// Lets a paused run go on.
@Command(
        name = "resume",
        header = "Lets a paused run go on, or one whose source has changed its history, or that has lost records.",
        description = {
            "Works from anywhere with only the run file. A run that is not paused stays as it is. Where the run was"
                    + " stopped because it has more rejects than rejects.max, or because somebody changed the"
                    + " target's mapping or restored the target, this accepts what 'status' says of it. A target that"
                    + " was changed is accepted for good, so it asks first.",
            "With --new-history, source shards that were restored, or of which a stale or empty copy was made the"
                    + " primary, are read again from the start: the target becomes what they are now, and loses what"
                    + " they do not hold any more. See with --dry-run what that is; it is counted in any case, unless"
                    + " --uncounted says that it need not be. Start again afterwards what has stopped.",
            "With --read-again, a run whose docs topic has lost records, or is gone, or whose target has forgotten"
                    + " what it took, reads everything again into a new one. What the target holds stays, and is"
                    + " written again only where it is older or missing; what the source has deleted is found by the"
                    + " next sweep. It is refused where the target is gone or another one, and where documents are in"
                    + " Kafka that neither the target nor the source has. See with --dry-run what is missing. Start"
                    + " again afterwards what has stopped."
        },
        footerHeading = "%nExample:%n",
        footer = {
            "  shardstream resume -f run.yaml",
            "  shardstream resume --new-history --dry-run -f run.yaml",
            "  shardstream resume --new-history --yes -f run.yaml",
            "  shardstream resume --read-again -f run.yaml"
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            " 0:It was said, or there was nothing to say",
            ExitCodes.FAILED_HELP,
            " 3:It was said, but a part of the run has stopped, and waits for what a sentence names",
            ExitCodes.WRONG_USAGE_HELP
        })
public final class ResumeCommand implements Callable<Integer>, OnlyAnswers {
    private final Stop stop;
    private final RunFile.Environment environment;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private RunFileOption runFile = new RunFileOption();

    @Mixin
    private Confirmation confirmation = new Confirmation();

    @Option(
            names = "--new-history",
            description = "Accept that the source has another history: read its changed shards anew.")
    private boolean newHistory;

    @Option(
            names = "--read-again",
            description = "Read everything again, into a new docs topic: the one that there is has lost records.")
    private boolean readAgain;

    @Option(
            names = "--dry-run",
            description = "With --new-history: only show what the target would lose. With --read-again: only show what"
                    + " is missing in Kafka.")
    private boolean dryRun;

    @Option(
            names = "--uncounted",
            description = "With --new-history: do not count first what the target would lose, which takes hours where"
                    + " it holds very many documents.")
    private boolean uncounted;

    @Option(
            names = "--accept-unwritten",
            paramLabel = "<number>",
            defaultValue = "0",
            description = "With --read-again: go on although the source is gone or has lost documents, and up to so"
                    + " many are in Kafka that the target may not have. They are deleted.")
    private long acceptUnwritten;

    public ResumeCommand(Stop stop, RunFile.Environment environment) {
        this.stop = stop;
        this.environment = environment;
    }

    @Override
    public boolean onlyAnswers() {
        return dryRun;
    }

    @Override
    public Integer call() throws Exception {
        requireOneWish();
        RunFile run = file();
        KafkaConnection kafka = Connections.kafkaOfCommand(run);
        RunTopics topics = new RunTopics(run.name());
        ControlRecords records = PlannedRun.goingOn(run, kafka);
        if (readAgain) {
            try (Connections to = Connections.of(run)) {
                requireTarget(to, records);
                new ReadingAgain(
                                kafka,
                                topics,
                                RunFileMapping.replication(run),
                                records,
                                new HttpClusterSwitch(to.source()),
                                spec.commandLine().getOut())
                        .settle(dryRun, acceptUnwritten);
            }
            return ExitCodes.DONE;
        }
        if (newHistory) {
            String what = "documents that the source does not hold any more are deleted from '"
                    + run.target().index() + "', and newer states that it has lost are overwritten there";
            if (!dryRun) {
                confirmation.requirePossible(spec.commandLine(), what);
            }
            try (Connections to = Connections.of(run)) {
                new HistoryQuestion(
                                run,
                                to,
                                records,
                                spec.commandLine().getOut(),
                                () -> confirmation.require(spec.commandLine(), what, stop))
                        .settle(dryRun, !uncounted);
            }
            return ExitCodes.DONE;
        }
        PrintWriter out = spec.commandLine().getOut();
        out.println(Connections.steering(run, kafka).resume(accepted(records), records));
        List<String> stopped = Steering.stopped(records);
        stopped.forEach(out::println);
        return stopped.isEmpty() ? ExitCodes.DONE : ExitCodes.BLOCKED;
    }

    /// A target that is gone, or another one, lacks what was written whatever is read again.
    private static void requireTarget(Connections to, ControlRecords records) throws ElasticException {
        Agreement.requireClusters(records, to.source(), to.target());
        Optional<LostIndex> lost =
                PlannedIndex.target(records.plan().orElseThrow()).lost(to.target());
        if (lost.isPresent()) {
            throw lost.get().refusal();
        }
    }

    /// A target that was changed or restored is taken as it is from then on.
    private Optional<String> accepted(ControlRecords records) {
        Optional<String> shown = records.ofTarget();
        shown.ifPresent(why -> confirmation.require(
                spec.commandLine(),
                "it accepts the target as it is now, for which the run was stopped (" + why.replaceFirst("\\.$", "")
                        + ")",
                stop));
        return shown;
    }

    /// What each of them needs: to read everything again needs the target, and what opens the documents in
    /// Kafka, since replacements of rejects are carried over.
    private RunFile file() throws RunFileException {
        return newHistory || readAgain ? runFile.read(environment) : runFile.readForKafka(environment);
    }

    private void requireOneWish() {
        if (newHistory && readAgain) {
            throw new ParameterException(
                    spec.commandLine(), "--new-history and --read-again are two commands: one after the other.");
        }
        if (uncounted && !newHistory) {
            throw new ParameterException(
                    spec.commandLine(), "--uncounted goes with --new-history: nothing else counts what would be lost.");
        }
        if (acceptUnwritten < 0 || (acceptUnwritten > 0 && !readAgain)) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--accept-unwritten must be a number, 0 or more, and goes with --read-again: got "
                            + acceptUnwritten);
        }
        if (dryRun && !newHistory && !readAgain) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--dry-run goes with --new-history or --read-again: resume itself changes nothing else.");
        }
    }
}
