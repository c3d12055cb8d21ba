package io.shardstream.cli.steer;

import io.shardstream.cli.exit.Stop;
import io.shardstream.cli.view.Terminal;
import io.shardstream.control.state.finding.RunRefusedException;
import java.io.Console;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/// Somebody's consent to a change that cannot be taken back: the option `--yes`, or the word `yes` at a terminal. Where
/// nobody can be asked the option is needed, since a script that names the wrong run file asks nobody either.
public final class Confirmation {
    private static final String YES = "yes";

    private final BooleanSupplier terminal;
    private final Supplier<String> answer;

    @Option(
            names = "--yes",
            description = "Does not ask before a change that cannot be taken back. Needed where there is no terminal.")
    private boolean yes;

    public Confirmation() {
        this(Terminal::isThere, Confirmation::line);
    }

    /// @param terminal whether somebody can be asked
    /// @param answer waits for what is typed; empty for the end of what there is
    Confirmation(BooleanSupplier terminal, Supplier<String> answer) {
        this.terminal = terminal;
        this.answer = answer;
    }

    /// To be called before anybody is asked for anything.
    ///
    /// @param command which is refused where nobody has consented and nobody can be asked
    /// @param what will happen, as the end of a sentence, such as `it deletes index 'cities'`
    /// @throws ParameterException if there is neither the option nor a terminal
    public void requirePossible(CommandLine command, String what) {
        if (!yes && !terminal.getAsBoolean()) {
            throw new ParameterException(
                    command,
                    "'" + command.getCommandName() + "' needs --yes where there is no terminal to ask at, since " + what
                            + ".");
        }
    }

    /// Whether the option is given, so that nobody is asked.
    boolean isGiven() {
        return yes;
    }

    /// Asks, unless that is not needed.
    ///
    /// @param stop which ends the waiting for an answer
    /// @throws ParameterException if there is neither the option nor a terminal
    /// @throws RunRefusedException if the answer was another one
    public void require(CommandLine command, String what, Stop stop) {
        requirePossible(command, what);
        if (yes) {
            return;
        }
        command.getErr()
                .print("'" + command.getCommandName() + "' cannot be taken back: " + what + ". Type yes to go on: ");
        command.getErr().flush();
        if (!given(stop).strip().equals(YES)) {
            throw new RunRefusedException("Nothing was changed: the answer was not yes.");
        }
    }

    /// A terminal is read by a thread of its own, which nobody waits for when the process is told to stop.
    private String given(Stop stop) {
        CompletableFuture<String> given = new CompletableFuture<>();
        Thread.ofPlatform().daemon().start(() -> given.complete(answer.get()));
        CompletableFuture.anyOf(given, stop.asked()).join();
        return given.getNow("");
    }

    private static String line() {
        return Optional.ofNullable(System.console()).map(Console::readLine).orElse("");
    }
}
