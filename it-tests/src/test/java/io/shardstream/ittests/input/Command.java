package io.shardstream.ittests.input;

import io.shardstream.cli.Shardstream;
import io.shardstream.cli.exit.Stop;
import java.io.PrintWriter;
import java.io.StringWriter;
import picocli.CommandLine;

/// What a command did in this JVM.
///
/// @param code its exit code
/// @param out what it printed as its result
/// @param err what it said beside, without log lines
record Command(int code, String out, String err) {
    /// Runs a command to its end.
    static Command run(String... arguments) {
        return run(new Stop(), arguments);
    }

    /// Runs a command that is told to stop as soon as it has begun its work.
    static Command stopped(String... arguments) {
        Stop stop = new Stop();
        stop.ask();
        return run(stop, arguments);
    }

    private static Command run(Stop stop, String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        CommandLine command = Shardstream.commandLine(stop, _ -> null);
        command.setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
        int code = command.execute(arguments);
        return new Command(code, out.toString().strip(), err.toString().strip());
    }
}
