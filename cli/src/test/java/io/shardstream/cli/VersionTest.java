package io.shardstream.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.cli.exit.Stop;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class VersionTest {
    @Test
    void theVersionIsThatOfTheBuild() {
        StringWriter out = new StringWriter();
        int code = Shardstream.commandLine(new Stop(), _ -> null)
                .setOut(new PrintWriter(out))
                .execute("--version");
        assertThat(out.toString()).matches("shardstream \\d+\\.\\d+\\.\\d+\\S*, Java 25\\S*\\R");
        assertThat(code).isZero();
    }
}
