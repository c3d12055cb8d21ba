package io.shardstream.cli.steer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.cli.exit.Stop;
import io.shardstream.control.state.finding.RunRefusedException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParameterException;

class ConfirmationTest {
    private static final String WHAT = "it deletes index 'cities'";

    private final StringWriter told = new StringWriter();

    @Test
    void whereNobodyCanBeAskedTheOptionIsNeeded() {
        Confirmation confirmation = new Confirmation(() -> false, ConfirmationTest::nobody);
        assertThatThrownBy(() -> confirmation.require(command(confirmation), WHAT, new Stop()))
                .isInstanceOf(ParameterException.class)
                .hasMessage(
                        "'swap' needs --yes where there is no terminal to ask at, since it deletes index 'cities'.");
    }

    @Test
    void withTheOptionNobodyIsAsked() {
        for (boolean isTerminal : new boolean[] {true, false}) {
            Confirmation confirmation = new Confirmation(() -> isTerminal, ConfirmationTest::nobody);
            confirmation.require(command(confirmation, "--yes"), WHAT, new Stop());
        }
        assertThat(told.toString()).isEmpty();
    }

    @Test
    void atATerminalWhatWillHappenIsSaidAndYesIsAwaited() {
        Confirmation confirmation = new Confirmation(() -> true, () -> " yes ");
        confirmation.require(command(confirmation), WHAT, new Stop());
        assertThat(told).hasToString("'swap' cannot be taken back: it deletes index 'cities'. Type yes to go on: ");
    }

    @Test
    void everyOtherAnswerIsNo() {
        for (String answer : new String[] {"", "y", "no", "YES!", "yes yes"}) {
            Confirmation confirmation = new Confirmation(() -> true, () -> answer);
            assertThatThrownBy(() -> confirmation.require(command(confirmation), WHAT, new Stop()))
                    .as(answer)
                    .isInstanceOf(RunRefusedException.class)
                    .hasMessage("Nothing was changed: the answer was not yes.");
        }
    }

    @Test
    void whoeverIsToldToStopWaitsForNoAnswer() {
        CountDownLatch never = new CountDownLatch(1);
        Confirmation confirmation = new Confirmation(() -> true, () -> {
            try {
                never.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return "yes";
        });
        Stop stop = new Stop();
        stop.ask();
        assertThatThrownBy(() -> confirmation.require(command(confirmation), WHAT, stop))
                .isInstanceOf(RunRefusedException.class);
        never.countDown();
    }

    private static String nobody() {
        throw new AssertionError("nobody is to be asked");
    }

    private CommandLine command(Confirmation confirmation, String... arguments) {
        @Command(name = "swap")
        record Swap() {}
        CommandLine command = new CommandLine(new Swap());
        command.addMixin("confirmation", confirmation);
        command.setErr(new PrintWriter(told));
        command.parseArgs(arguments);
        return command;
    }
}
