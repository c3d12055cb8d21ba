package io.shardstream.cli.connect;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.cli.Shardstream;
import io.shardstream.cli.exit.ExitCodes;
import io.shardstream.cli.exit.LogFormat;
import io.shardstream.cli.exit.ProcessLog;
import io.shardstream.cli.exit.Stop;
import io.shardstream.common.runfile.RunFile;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LogOptionTest {
    private static final String NOWHERE = "no/such/run.yaml";

    private final StringWriter err = new StringWriter();

    @AfterEach
    void putBack() {
        ProcessLog.here().begins(LogFormat.text, "test", "test");
    }

    @ParameterizedTest
    @ValueSource(strings = {"run", "control", "reader", "writer"})
    void whereLinesAreJsonAFailureIsOneOfThem(String command) {
        assertThat(execute(Map.of(), command, "-f", NOWHERE, "--log-format", "json"))
                .isEqualTo(ExitCodes.WRONG_USAGE);
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void linesAreTextUnlessSomebodySaysSo() {
        execute(Map.of(), "reader", "-f", NOWHERE);
        assertThat(err.toString()).contains("there is no such file");
    }

    @Test
    void theEnvironmentSaysWhatIsMeantByDefault() {
        execute(Map.of("SHARDSTREAM_LOG_FORMAT", "json"), "reader", "-f", NOWHERE);
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void theOptionCountsMoreThanTheEnvironment() {
        execute(Map.of("SHARDSTREAM_LOG_FORMAT", "json"), "reader", "-f", NOWHERE, "--log-format", "text");
        assertThat(err.toString()).contains("there is no such file");
    }

    @Test
    void anEnvironmentThatSaysSomethingElseIsRefused() {
        assertThat(execute(Map.of("SHARDSTREAM_LOG_FORMAT", "xml"), "reader", "-f", NOWHERE))
                .isEqualTo(ExitCodes.WRONG_USAGE);
        assertThat(err.toString()).startsWith("SHARDSTREAM_LOG_FORMAT must be text or json, got \"xml\"");
    }

    private int execute(Map<String, String> environment, String... words) {
        RunFile.Environment variables = environment::get;
        return Shardstream.commandLine(new Stop(), variables)
                .setErr(new PrintWriter(err, true))
                .execute(words);
    }
}
