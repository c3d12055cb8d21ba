package io.shardstream.cli.exit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.cli.Main;
import io.shardstream.cli.Shardstream;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// What commands say, where it cannot be written.
class StandardOutputTest {
    private final PrintStream outBefore = System.out;
    private final StringWriter err = new StringWriter();

    @TempDir
    private Path folder = Path.of(".");

    @AfterEach
    void putBack() {
        System.setOut(outBefore);
    }

    private static final class Refusing extends OutputStream {
        private final String why;

        Refusing(String why) {
            this.why = why;
        }

        @Override
        public void write(int one) throws IOException {
            throw new IOException(why);
        }
    }

    @Command(name = "show")
    static class Shows implements Callable<Integer>, OnlyAnswers {
        @Spec
        private CommandSpec spec = CommandSpec.create();

        @Override
        public Integer call() {
            spec.commandLine().getOut().println("There is one run.");
            return ExitCodes.INCOMPLETE;
        }
    }

    /// As with `--dry-run`, and without.
    @Command(name = "move")
    static final class Moves extends Shows {
        @Override
        public boolean onlyAnswers() {
            return false;
        }
    }

    private int run(Callable<Integer> command, String why, String... arguments) {
        System.setOut(new StandardOutput(new Refusing(why), UTF_8));
        return Shardstream.withManners(new CommandLine(command), _ -> null)
                .setErr(new PrintWriter(err))
                .execute(arguments);
    }

    @Test
    void aCommandWhoseOutputIsLostHasFailed() {
        assertThat(run(new Shows(), "No space left on device")).isEqualTo(ExitCodes.FAILED);
        assertThat(err.toString())
                .startsWith("The output of this command could not be written to standard output (No space left on")
                .hasLineCount(1);
    }

    @Test
    void soHasHelpThatIsLost() {
        assertThat(run(new Moves(), "No space left on device", "--help")).isEqualTo(ExitCodes.FAILED);
    }

    @Test
    void whatACommandHasDoneCountsAlthoughItsAnswerIsLost() {
        assertThat(run(new Moves(), "No space left on device")).isEqualTo(ExitCodes.INCOMPLETE);
        assertThat(err.toString())
                .startsWith("What became of this command could not be written to standard output (No space left on")
                .hasLineCount(1);
    }

    /// As after `| head -1`.
    @Test
    void nobodyIsToldThatAReaderHasEnough() {
        assertThat(run(new Shows(), "Broken pipe")).isEqualTo(ExitCodes.UNREAD);
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void whatWasWrittenIsNoFailure() {
        System.setOut(new StandardOutput(OutputStream.nullOutputStream(), UTF_8));
        assertThat(Shardstream.withManners(new CommandLine(new Shows()), _ -> null)
                        .execute())
                .isEqualTo(ExitCodes.INCOMPLETE);
    }

    /// A disk that is full, as Linux has one to try with.
    @Test
    @EnabledOnOs(OS.LINUX)
    void theProcessEndsWithThat() throws Exception {
        Path said = folder.resolve("err");
        Process process = new ProcessBuilder(
                        ProcessHandle.current().info().command().orElseThrow(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Main.class.getName(),
                        "--version")
                .redirectOutput(new File("/dev/full"))
                .redirectError(said.toFile())
                .start();
        assertThat(process.waitFor()).isEqualTo(ExitCodes.FAILED);
        assertThat(Files.readString(said)).contains("No space left on device").hasLineCount(1);
    }
}
