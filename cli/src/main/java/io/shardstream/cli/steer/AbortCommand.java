package io.shardstream.cli.steer;

import io.shardstream.cli.exit.Stop;
import io.shardstream.common.contract.record.Request;
import io.shardstream.common.runfile.RunFile;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// Ends the cut-over under way, and lets clients write to the source again.
@Command(
        name = "abort",
        header = "Ends the cut-over under way, and lets clients write to the source again.",
        description = {
            "The run goes on, and can be cut over later. After the swap there is nothing to abort: 'rollback' is the"
                    + " way back then. Ends a rollback that is not finished, too. Exit code 4 means: something is left"
                    + " that keeps clients or the run from writing. The last line says what, and what to do.",
            "With --run the whole run is given up: readers and writers end, and nothing of it can write to the target"
                    + " any more. Asks the servers then, and says what can be deleted. Exit code 4 means: keep the target,"
                    + " as production may use it or the source is not whole."
        },
        footer = {"  shardstream abort -f run.yaml", "  shardstream abort -f run.yaml --run --yes"})
public final class AbortCommand extends RequestingCommand {
    @Mixin
    private Confirmation confirmation = new Confirmation();

    @Option(names = "--run", description = "Gives up the run, too. Asks first.")
    private boolean wholeRun;

    public AbortCommand(Stop stop, RunFile.Environment environment) {
        super(Request.Kind.ABORT, stop, environment);
    }

    @Override
    void requireConsent(RunFile file, Stop stop) {
        if (wholeRun) {
            confirmation.require(
                    commandLine(),
                    "it gives up run " + file.name()
                            + ": its readers and writers end, and nothing can go on with what was" + " copied into '"
                            + file.target().index() + "'",
                    stop);
        }
    }

    @Override
    Map<String, String> options() {
        return wholeRun ? Map.of("run", "yes") : Map.of();
    }
}
