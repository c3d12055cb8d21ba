package io.shardstream.cli.view;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class WorkingLineTest {
    private static final String CLEARED = "\r\u001b[K";

    private final StringWriter text = new StringWriter();
    private final AtomicLong clock = new AtomicLong();

    @Test
    void aTerminalSeesWhatIsDoneAndForHowLongOnOneLine() {
        WorkingLine line = line(true);
        line.at("reading");
        pass(65);
        line.tick();
        line.at("comparing");
        line.end();
        line.tick();
        assertThat(text.toString())
                .isEqualTo(CLEARED + "reading" + CLEARED + "reading, 1 min 05 s" + CLEARED + "comparing" + CLEARED);
    }

    @Test
    void whatIsPrintedAsideStandsOnALineOfItsOwn() {
        WorkingLine line = line(true);
        line.at("reading");
        line.aside(() -> text.write("missing 7\n"));
        line.aside(() -> text.write("missing 8\n"));
        assertThat(text.toString()).isEqualTo(CLEARED + "reading" + CLEARED + "missing 7\nmissing 8\n");
    }

    @Test
    void elsewhereALineComesEveryTenSeconds() {
        WorkingLine line = line(false);
        line.at("reading");
        for (int second = 0; second < 25; second++) {
            pass(1);
            line.tick();
        }
        line.end();
        assertThat(text.toString().lines()).containsExactly("reading, 10 s", "reading, 20 s");
    }

    @Test
    void whatChangesIsToldAsItIs() {
        AtomicLong done = new AtomicLong();
        WorkingLine line = line(true);
        line.at(() -> done + " done");
        done.set(5);
        pass(2);
        line.tick();
        assertThat(text.toString()).endsWith("5 done, 2 s");
    }

    private WorkingLine line(boolean isTerminal) {
        return new WorkingLine(new PrintWriter(text), isTerminal, clock::get);
    }

    private void pass(int seconds) {
        clock.addAndGet(Duration.ofSeconds(seconds).toNanos());
    }
}
