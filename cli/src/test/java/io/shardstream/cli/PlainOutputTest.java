package io.shardstream.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.cli.view.PlainWriter;
import io.shardstream.cli.view.ProgressPrinter;
import io.shardstream.cli.view.WorkingLine;
import io.shardstream.common.loop.BlockedException;
import io.shardstream.control.console.view.Progress;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// What servers, run files and whoever pauses a run have a part in, on its way to a terminal.
class PlainOutputTest {
    private static final String HOSTILE = "lunch \u001b[2J\u001b[31m\r\u0007\u009bm\u202e";
    private static final String SHOWN = "lunch \\u001b[2J\\u001b[31m\\u000d\\u0007\\u009bm\\u202e";

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Command(name = "says", description = "@|bold help|@")
    static final class Says implements Callable<Integer> {
        @Spec
        private CommandSpec spec = CommandSpec.create();

        @Override
        public Integer call() {
            PrintWriter out = spec.commandLine().getOut();
            out.println(HOSTILE);
            out.printf("%s%n", HOSTILE);
            out.append(HOSTILE).flush();
            throw new BlockedException(HOSTILE);
        }
    }

    @Test
    void whatCommandsSayIsNotCarriedOut() {
        CommandLine command = Shardstream.withManners(new CommandLine(new Says()), _ -> null)
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err));

        command.execute();
        int code = command.execute();

        assertThat(code).isEqualTo(3);
        assertThat(out.toString()).isEqualTo((SHOWN + "\n" + SHOWN + "\n" + SHOWN).repeat(2));
        assertThat(err.toString()).isEqualTo((SHOWN + "\n").repeat(2));
    }

    @Test
    void linesThatAreWrittenOverMoveTheCursorAndNobodyElseDoes() {
        PrintWriter to = PlainWriter.on(new PrintWriter(err));

        new WorkingLine(to, true, () -> 0).at(HOSTILE);
        new ProgressPrinter(to, true, () -> 0).accept(progress(), HOSTILE);

        assertThat(err.toString())
                .startsWith("\r\u001b[Klunch \\u{1b}[2J")
                .endsWith("\\u{202e}\u001b[K\r")
                .doesNotContain("\u001b[2J");
    }

    private static Progress progress() {
        return new Progress(1, 1, 1, 0, 1, 1, 0, 0, 100, 0, 0, Optional.<Duration>empty(), Optional.empty());
    }
}
