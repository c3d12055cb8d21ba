package io.shardstream.cli.exit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.shardstream.cli.view.ProgressPrinter;
import io.shardstream.common.runfile.RunFile;
import io.shardstream.control.console.view.Progress;
import io.shardstream.control.state.finding.RunRefusedException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

class CommandProcessTest {
    private static final Duration LONG = Duration.ofSeconds(10);

    private final Locale before = Locale.getDefault();
    private final PrintStream errBefore = System.err;
    private final CountDownLatch read = new CountDownLatch(1);

    @AfterEach
    void putBack() {
        Locale.setDefault(before);
        System.setErr(errBefore);
        read.countDown();
    }

    @Command(name = "count")
    record Count(PrintWriter out) implements Callable<Integer> {
        @Override
        public Integer call() {
            out.print("%d documents, %.1f %%".formatted(1527, 99.5));
            out.flush();
            return 3;
        }
    }

    /// That of the machine may write digits of its own.
    @Test
    void numbersAreWrittenTheSameInEachLocale() {
        for (String locale : new String[] {"ar-EG", "tr-TR", "en-US"}) {
            Locale.setDefault(Locale.forLanguageTag(locale));
            StringWriter text = new StringWriter();
            int code = CommandProcess.run(_ -> new CommandLine(new Count(new PrintWriter(text))));
            assertThat(code).isEqualTo(3);
            assertThat(text).as(locale).hasToString("1527 documents, 99.5 %");
        }
    }

    @Command(name = "fail")
    static final class Failing implements Runnable {
        @Spec
        private CommandSpec spec = CommandSpec.create();

        @Override
        public void run() {
            ProgressPrinter progress = new ProgressPrinter(spec.commandLine().getErr(), true, System::nanoTime);
            for (int line = 0; line < 100; line++) {
                progress.accept(
                        new Progress(1000, line, 0, 0, 0, 0, 0, 0, 0, 0, 0, Optional.empty(), Optional.empty()));
            }
            throw new RunRefusedException("There is no index 'x'.");
        }
    }

    /// A pipe that is full makes whoever writes to it wait.
    @Test
    void whoShowsProgressAndFailsEndsAlthoughNobodyReadsStandardError() {
        System.setErr(new PrintStream(new FullPipe(), true, UTF_8));
        int code = assertTimeoutPreemptively(
                LONG,
                () -> CommandProcess.run(_ ->
                        new CommandLine(new Failing()).setExecutionExceptionHandler(new ErrorSentence(_ -> null))));
        assertThat(code).isEqualTo(ExitCodes.FAILED);
    }

    /// Such as shutdown hooks, and what tells of a thread that has died.
    @Test
    void nothingElseOfTheProcessWaitsForStandardErrorEither() {
        System.setErr(new PrintStream(new FullPipe(), true, UTF_8));
        CommandProcess.run(_ -> new CommandLine(new Count(new PrintWriter(new StringWriter()))));
        PrintStream err = System.err;
        assertTimeoutPreemptively(LONG, () -> {
            for (int line = 0; line < 10_000; line++) {
                err.println("Not everything could be closed.");
            }
        });
    }

    private final class FullPipe extends OutputStream {
        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            try {
                read.await();
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
        }

        @Override
        public void write(int one) throws IOException {
            write(new byte[] {(byte) one}, 0, 1);
        }
    }

    @Command(name = "fall")
    record Fall() implements Callable<Integer> {
        @Override
        public Integer call() {
            throw new NoClassDefFoundError("io.shardstream.Gone");
        }
    }

    /// An error that leaves the main thread would leave a process that does not end, as other threads go on.
    @Test
    void anErrorOfTheVirtualMachineEndsTheProcessWithASentence() {
        assertThat(saidOfAnError(_ -> null).lines())
                .containsExactly("Something went wrong that should not (NoClassDefFoundError: io.shardstream.Gone);"
                        + " --verbose shows where.");
    }

    @Test
    void whereItWasIsShownToWhoDebugs() {
        assertThat(saidOfAnError(name -> name.equals("SHARDSTREAM_DEBUG") ? "1" : null))
                .contains("at " + Fall.class.getName() + ".call(");
    }

    private static String saidOfAnError(RunFile.Environment environment) {
        PrintStream standardError = System.err;
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        System.setErr(new PrintStream(said, true, UTF_8));
        try {
            assertThat(CommandProcess.run(_ -> new CommandLine(new Fall()), _ -> {}, environment))
                    .isEqualTo(ExitCodes.FAILED);
        } finally {
            System.setErr(standardError);
        }
        return said.toString(UTF_8);
    }
}
