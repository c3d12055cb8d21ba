package io.shardstream.cli.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.control.console.view.Progress;
import io.shardstream.control.state.Behind;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ProgressPrinterTest {
    private static final Progress BEGIN =
            new Progress(1000, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, Optional.empty(), Optional.empty());
    private static final Progress LATER = new Progress(
            1000,
            600,
            1_200_000,
            200,
            390,
            780_000,
            10,
            0,
            40.0,
            40,
            80_000,
            Optional.of(Duration.ofSeconds(15)),
            Optional.empty());
    private static final String LINE =
            "40.0 %  read 600 of 1,000  waiting in Kafka 200  written 390  rejected 10  writing 40 docs/s, 80.0 kB/s  15 s left";

    private final StringWriter text = new StringWriter();
    private final AtomicLong clock = new AtomicLong();

    @Test
    void aTerminalSeesEveryProgressOnOneLine() {
        ProgressPrinter printer = printer(true);
        printer.accept(LATER);
        printer.accept(LATER);
        printer.end();
        assertThat(text.toString()).isEqualTo(("\r" + LINE + "\u001b[K\r").repeat(2) + "\r\u001b[K");
    }

    @Test
    void aRunThatFollowsShowsHowFarItIsBehind() {
        printer(true).accept(LATER.withLag(new Behind(1234, "")));
        assertThat(text.toString())
                .contains("lag 1,234  waiting in Kafka 200  written 390  rejected 10  writing 40 docs/s");
    }

    @Test
    void whatHoldsTheRunBackStandsAtTheEnd() {
        printer(true).accept(LATER, "limited by throttle: total 0b");
        assertThat(text.toString()).isEqualTo("\r" + LINE + "  limited by throttle: total 0b\u001b[K\r");
    }

    @Test
    void elsewhereThereIsAPlainLineEveryTenSeconds() {
        ProgressPrinter printer = printer(false);
        for (int second = 0; second < 25; second++) {
            printer.accept(LATER);
            clock.addAndGet(Duration.ofSeconds(1).toNanos());
        }
        printer.end();
        assertThat(text.toString().lines()).containsExactly(LINE, LINE);
    }

    @Test
    void theSummaryCountsWhatHappenedSinceTheFirstProgress() {
        ProgressPrinter printer = printer(false);
        printer.accept(BEGIN);
        clock.addAndGet(Duration.ofSeconds(4).toNanos());
        printer.accept(LATER);
        Summary summary = printer.summary().orElseThrow();
        assertThat(summary.text())
                .isEqualTo("The copy is complete: 600 documents (1.2 MB), 10 rejected; 400 of them in 4 s here,"
                        + " 100 docs/s, 195.0 kB/s. The target lacks what it rejected, or has it in an older"
                        + " state: it lies in the run's rejects topic, with the reason of each");
        assertThat(summary.fields()).containsEntry("docs_here", 400L).containsEntry("seconds_here", 4.0);
    }

    @Test
    void thereIsNoSummaryOfNothing() {
        assertThat(printer(true).summary()).isEmpty();
    }

    private ProgressPrinter printer(boolean isTerminal) {
        return new ProgressPrinter(new PrintWriter(text), isTerminal, clock::get);
    }
}
