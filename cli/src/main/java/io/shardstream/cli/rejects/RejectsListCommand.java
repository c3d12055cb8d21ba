package io.shardstream.cli.rejects;

import io.shardstream.cli.connect.OutputOption;
import io.shardstream.cli.connect.RunFileOption;
import io.shardstream.cli.exit.ExitCodes;
import io.shardstream.cli.exit.OnlyAnswers;
import io.shardstream.cli.view.Json;
import io.shardstream.common.contract.record.DocRecord;
import io.shardstream.common.contract.record.Reject;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.record.VersionMode;
import io.shardstream.common.runfile.RunFile;
import io.shardstream.control.compare.rejects.RejectCondition;
import io.shardstream.control.compare.rejects.RejectGroups;
import io.shardstream.control.state.OpenDocuments;
import io.shardstream.control.state.finding.RunRefusedException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// Shows for what reasons documents were rejected.
@Command(
        name = "list",
        header = "Shows for what reasons documents were rejected, and how many.",
        description = {
            "Groups them by error type and by what their reasons have in common, with a few ids of each group; values of"
                    + " documents are left out. A document that was rejected several times counts once, with its"
                    + " newest version.",
            "What was published again and taken since is counted and not listed, unless --taken asks for it.",
            OldStates.HELP,
            "Works from anywhere with only the run file, also when the run has ended."
        },
        footerHeading = "%nExample:%n",
        footer = {
            "  shardstream rejects list -f run.yaml -o json",
            "  shardstream rejects list --where field=age --where shard=3 -f run.yaml"
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {" 0:They were shown, or there are none", ExitCodes.FAILED_HELP, ExitCodes.WRONG_USAGE_HELP})
public final class RejectsListCommand implements Callable<Integer>, OnlyAnswers {
    private final RunFile.Environment environment;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private RunFileOption runFile = new RunFileOption();

    @Mixin
    private OutputOption output = new OutputOption();

    @Option(names = "--type", paramLabel = "<type>", description = "Only this error type; may be repeated.")
    private Set<String> types = new TreeSet<>();

    @Option(
            names = "--where",
            paramLabel = "<name>=<value>",
            description = {
                "Only those of which this holds; may be repeated, and all must hold.",
                "The name is id, routing, type, reason (as listed), field (named in the reason), shard (of the source)"
                        + " or body (yes or no)."
            })
    private List<String> where = List.of();

    @Option(names = "--taken", description = "Also those that were published again and taken, or superseded, since.")
    private boolean taken;

    @Option(
            names = "--limit",
            paramLabel = "<groups>",
            defaultValue = "20",
            description = "How many groups are shown, the largest first; ${DEFAULT-VALUE} by default.")
    private int limit = 20;

    public RejectsListCommand(RunFile.Environment environment) {
        this.environment = environment;
    }

    @Override
    public Integer call() throws Exception {
        if (limit < 1) {
            throw new ParameterException(spec.commandLine(), "--limit must be 1 or more, got " + limit);
        }
        List<RejectCondition> conditions = conditions();
        RunFile file = runFile.readForKafka(environment);
        StoredRejects rejects = StoredRejects.of(file);
        requireShards(conditions, rejects.plan());
        List<Long> committed = rejects.committed();
        OpenDocuments documents = new OpenDocuments(rejects.order());
        Set<String> unseen = new TreeSet<>(types);
        Set<String> others = new TreeSet<>();
        rejects.forEach((one, lane) -> {
            documents.add(one, lane);
            if (one instanceof Reject reject && !unseen.remove(reject.type()) && !isOfType(reject)) {
                others.add(reject.type());
            }
        });
        if (!unseen.isEmpty()) {
            throw new RunRefusedException("No document of run " + file.name() + " was rejected with the type "
                    + String.join(", ", unseen)
                    + (others.isEmpty()
                            ? ": see 'rejects list' without a type."
                            : ": choose among " + String.join(", ", others) + "."));
        }
        RejectGroups shown = new RejectGroups();
        rejects.forEach((one, _) -> {
            if (one instanceof Reject reject
                    && isOfType(reject)
                    && holds(conditions, reject)
                    && isShown(reject.document(), documents, committed)) {
                shown.add(reject);
            }
        });
        if (!conditions.isEmpty() && shown.documents() == 0) {
            throw new RunRefusedException("No rejected document of run " + file.name() + " is listed for --where "
                    + conditions.stream().map(RejectCondition::toString).collect(Collectors.joining(" --where "))
                    + ": 'rejects list' without it shows all.");
        }
        print(new RejectGroupsText(
                file.name(),
                shown,
                taken ? 0 : documents.closed(committed),
                rejects.lost(),
                rejects.hasEnded(),
                limit));
        return ExitCodes.DONE;
    }

    private List<RejectCondition> conditions() {
        try {
            return where.stream().map(RejectCondition::of).toList();
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
        }
    }

    private static void requireShards(List<RejectCondition> conditions, RunPlan plan) {
        if (plan.reading().versions() != VersionMode.SEQNO
                && conditions.stream().anyMatch(RejectCondition::needsShard)) {
            throw new RunRefusedException("--where shard needs a run with version.mode: seqno, since other versions do"
                    + " not say the source shard.");
        }
    }

    private boolean isOfType(Reject reject) {
        return types.isEmpty() || types.contains(reject.type());
    }

    private static boolean holds(List<RejectCondition> conditions, Reject reject) {
        return conditions.stream().allMatch(condition -> condition.holds(reject));
    }

    private boolean isShown(DocRecord state, OpenDocuments documents, List<Long> committed) {
        return documents.isNewest(state) && (taken || documents.isOpen(state, committed));
    }

    private void print(RejectGroupsText text) {
        PrintWriter out = spec.commandLine().getOut();
        switch (output.format()) {
            case table -> {
                List<String> lines = text.table();
                lines.forEach(out::println);
            }
            case json -> out.println(Json.object(text.fields()));
        }
        out.flush();
    }
}
