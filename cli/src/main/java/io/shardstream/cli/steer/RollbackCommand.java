package io.shardstream.cli.steer;

import io.shardstream.cli.exit.Stop;
import io.shardstream.common.contract.record.Request;
import io.shardstream.common.runfile.RunFile;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/// Switches production back to the source, and ends the run.
@Command(
        name = "rollback",
        header = "Switches production back to the source, and ends the run.",
        description = {
            "What clients wrote to the target since the swap is not in the source. It is counted, and must be accepted"
                    + " to be lost.",
            "Asks the servers first, and changes nothing if the source was deleted, closed or written since the cut-over,"
                    + " or if production's aliases are not on the target any more.",
            "If the target has settings or fields that the source does not have, they are named at the end, and the exit"
                    + " code is 4.",
            "Until production is on the source again, 'abort' and 'release' end a rollback that is not finished."
        },
        footer = "  shardstream rollback -f run.yaml")
public final class RollbackCommand extends RequestingCommand {
    @Option(
            names = "--lose-writes",
            paramLabel = "<number>|all",
            defaultValue = "0",
            description = "Operations of clients on the target that may be lost, at most; 'all' accepts whatever they"
                    + " are, also where they cannot be counted.")
    private String loseWrites = "0";

    @Option(
            names = "--moved-by-hand",
            description =
                    "Production's aliases are on the source already, as people have moved them back, or the cluster"
                            + " was put back to a state from before the cut-over: moves nothing, blocks a target that has the mark"
                            + " of the cut-over, and ends the run.")
    private boolean isMovedByHand;

    public RollbackCommand(Stop stop, RunFile.Environment environment) {
        super(Request.Kind.ROLLBACK, stop, environment);
    }

    @Override
    Map<String, String> options() {
        if (!loseWrites.matches("\\d{1,18}|all")) {
            throw new ParameterException(
                    commandLine(), "--lose-writes must be a number, 0 or more, or 'all', got '" + loseWrites + "'");
        }
        return isMovedByHand
                ? Map.of("lose-writes", loseWrites, "moved-by-hand", "yes")
                : Map.of("lose-writes", loseWrites);
    }
}
