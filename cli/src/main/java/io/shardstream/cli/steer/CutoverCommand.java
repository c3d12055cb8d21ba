package io.shardstream.cli.steer;

import io.shardstream.cli.exit.OnlyAnswers;
import io.shardstream.cli.exit.Stop;
import io.shardstream.cli.view.ResultFile;
import io.shardstream.common.contract.record.Answer;
import io.shardstream.common.contract.record.Request;
import io.shardstream.common.contract.record.SignedOff;
import io.shardstream.common.runfile.RunFile;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/// Switches production from the source to the target.
@Command(
        name = "cutover",
        header = "Switches production from the source to the target.",
        description = {
            "Blocks writes to the source, waits until the target holds everything, compares both, and moves the"
                    + " aliases of the source to the target, all within seconds. Clients' writes are refused"
                    + " meanwhile.",
            "With cutover.replace-index in the run file, the source index is deleted and its name becomes an alias of"
                    + " the target; a copy of the index stays for 'rollback', unless the value is 'without-way-back'.",
            "With cutover.on-swap in the run file, a command or URL is called after the swap, before clients can write"
                    + " to the target. If it fails or takes longer than cutover.on-swap-timeout (10s by default),"
                    + " everything is taken back.",
            "Shows the steps as they happen. Whatever does not go well before the swap is taken back.",
            "Ctrl-C and SIGTERM end the command. If another process controls the run, the cut-over goes on there, and"
                    + " the same command shows it again. If this command controls the run, it gives the cut-over up and"
                    + " lifts the write block before it ends.",
            "A process that is killed lifts nothing. If no other process controls the run, a reader or writer of the"
                    + " run takes the cut-over back within seconds. If there is none, 'abort' does."
        },
        footer = {"  shardstream cutover -f run.yaml --dry-run", "  shardstream cutover -f run.yaml --yes"})
public final class CutoverCommand extends RequestingCommand implements OnlyAnswers {
    @Mixin
    private Confirmation confirmation = new Confirmation();

    @Option(names = "--dry-run", description = "Checks the conditions and says what would be done; changes nothing.")
    private boolean dryRun;

    @Option(
            names = "--force",
            description =
                    "Goes on although a condition does not hold or searches find other documents, names at the end"
                            + " all that it has passed, and exits with 4 then. With --dry-run it names it beforehand."
                            + " Differences, rejects, blocks other than a write block of the source, a second owner"
                            + " of the target, a primary of the target that is being moved, missing privileges, and"
                            + " aliases that the target cannot have, cannot be forced. Neither can a run that is"
                            + " paused or stopped, or that has no reader or no writer.")
    private boolean force;

    @Option(
            names = "--accept-rejects",
            paramLabel = "<number>",
            defaultValue = "0",
            description = "Goes on although the target has refused up to so many documents. They are missing in it, or"
                    + " it has an older state of them.")
    private long acceptRejects;

    @Option(
            names = "--accept-difference",
            paramLabel = "<field or setting>",
            description = "Goes on although the target has this field or setting otherwise than the source, which"
                    + " searches or later writes would notice. canary-1 stands for what the first of cutover.canaries"
                    + " finds, and searches-not-compared for a comparison of searches that got no answer."
                    + " alias:<name> stands for what searches find through an alias with a routing,"
                    + " alias-filter:<name> for what an alias with a filter shows, type:<name> for a mapping type,"
                    + " join:<field> for children that do not lie with their parents, target-alias:<name> for an"
                    + " alias that only the target has, source-alias:<name> for one that was moved from the source to"
                    + " another index since the run began, group-alias:<name> for one that also points to other"
                    + " indices of the source's cluster, cluster:<setting> for a cluster setting that differs,"
                    + " rollover:<alias> for a write alias that could not be rolled over any more, or whose next"
                    + " index would be different, other-run:<run> for another run that needs the source, which"
                    + " cutover.replace-index deletes. The refusal and --dry-run give the names. Can be given several"
                    + " times.")
    private List<String> acceptDifferences = List.of();

    public CutoverCommand(Stop stop, RunFile.Environment environment) {
        super(Request.Kind.CUTOVER, stop, environment);
    }

    @Override
    public boolean onlyAnswers() {
        return dryRun;
    }

    @Override
    Map<String, String> optionsOf(RunFile file) {
        return file.cutover().terms().values();
    }

    @Override
    void requireConsent(RunFile file, Stop stop) {
        if (!dryRun) {
            confirmation.require(commandLine(), switched(file), stop);
        }
    }

    private static String switched(RunFile file) {
        String source = "'" + file.source().index() + "'";
        String target = "'" + file.target().index() + "'";
        String moved = "it refuses writes of clients to " + source + " for up to "
                + file.cutover().maxBlocked().toSeconds() + " s, and then ";
        return switch (file.cutover().replaceIndex()) {
            case NO ->
                moved + "moves the aliases of " + source + " to " + target + ", which clients write to from then on";
            case WITH_COPY ->
                moved + "deletes index " + source + ", keeps a copy of it, and makes its name an alias of " + target;
            case WITHOUT_WAY_BACK ->
                moved + "deletes index " + source + " without a copy, and makes its name an alias of " + target;
        };
    }

    @Override
    Map<String, String> options() {
        if (acceptRejects < 0) {
            throw new ParameterException(
                    commandLine(), "--accept-rejects must be a number, 0 or more, got " + acceptRejects);
        }
        Map<String, String> options = new HashMap<>();
        if (acceptRejects > 0) {
            options.put("accept-rejects", Long.toString(acceptRejects));
        }
        if (!acceptDifferences.isEmpty()) {
            options.put("accept-difference", String.join("\n", acceptDifferences));
        }
        if (dryRun) {
            options.put("dry-run", "yes");
        }
        if (force) {
            options.put("force", "yes");
        }
        return options;
    }

    /// Writes the signed-off record into the folder in which the command works.
    @Override
    void done(RunFile file, Requesting.Result result) {
        // A cut-over that is done is answered as it was then: its record has the id of that earlier request.
        Answer.Outcome outcome = result.answer().outcome();
        boolean isCutOver = !dryRun && (outcome == Answer.Outcome.DONE || outcome == Answer.Outcome.DIFFERENT);
        result.records()
                .of(SignedOff.KEY, SignedOff::decode)
                .filter(one -> isCutOver || one.request().equals(result.answer().request()))
                .flatMap(signed -> ResultFile.write(Path.of(file.name() + ".cutover.json"), signed.encode()))
                .ifPresent(commandLine().getErr()::println);
    }
}
