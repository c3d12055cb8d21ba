package io.shardstream.cli.exit;

import io.shardstream.common.runfile.RunFile;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.IntConsumer;
import picocli.CommandLine;

/// A command as a process. SIGTERM and Ctrl-C let it close what it holds, for seconds at most, as servers
/// that are away keep some of it waiting; the JVM then ends with 143 or 130, and with its own code if the
/// command was done and only stayed. It also ends where nobody reads its standard error.
public final class CommandProcess {
    private static final int SECONDS_TO_CLOSE = 5;

    private CommandProcess() {}

    /// Runs it to its end.
    ///
    /// @param command made of what is asked when the process is told to stop
    /// @return the exit code
    public static int run(Function<Stop, CommandLine> command, String... arguments) {
        return run(command, _ -> {}, System::getenv, arguments);
    }

    /// The same for a command that may stay when it is done.
    ///
    /// @param end ends a JVM at once that is ending already, with a code
    /// @param environment where `SHARDSTREAM_DEBUG` is looked up
    public static int run(
            Function<Stop, CommandLine> command,
            IntConsumer end,
            RunFile.Environment environment,
            String... arguments) {
        // Some locales have digits of their own, or a comma before fractions; what programs read is the same
        // everywhere.
        Locale.setDefault(Locale.ROOT);
        StandardError.begins();
        Stop stop = new Stop();
        CountDownLatch finished = new CountDownLatch(1);
        Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().unstarted(() -> {
            stop.ask();
            await(finished, stop);
            stop.end().ifPresent(end);
        }));
        try {
            return command.apply(stop).execute(arguments);
        } catch (Error e) {
            // picocli leaves these; beyond this, threads of other work would keep the process from ending.
            tell(ErrorSentence.sentence(e));
            if (ErrorSentence.isTraced(environment, List.of(arguments))) {
                e.printStackTrace();
            }
            return ErrorSentence.code(e);
        } finally {
            finished.countDown();
        }
    }

    private static void tell(String sentence) {
        ErrorSentence.tell(sentence, new PrintWriter(System.err, true, System.err.charset()));
    }

    private static void await(CountDownLatch finished, Stop stop) {
        try {
            if (!finished.await(SECONDS_TO_CLOSE, TimeUnit.SECONDS)) {
                tell("Not everything could be closed within " + SECONDS_TO_CLOSE
                        + " s, so this process ends as if killed: " + stop.lastWord());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
