package io.shardstream.cli.exit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LoggedLinesTest {
    private final List<String> logged = new ArrayList<>();
    private final PrintWriter text = new PrintWriter(new LoggedLines(logged::add));

    @Test
    void everyLineIsLoggedOnceItIsComplete() {
        text.print("copied 1");
        text.flush();
        assertThat(logged).isEmpty();
        text.print(",000\r\n\ncopied 2,000\nco");
        text.flush();
        assertThat(logged).containsExactly("copied 1,000", "copied 2,000");
    }
}
