package io.shardstream.cli.exit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.MDC;

/// A pipe that is full makes whoever writes to it wait.
class StandardErrorLogTest {
    private static final int KEPT = 10;

    private final ByteArrayOutputStream written = new ByteArrayOutputStream();
    private final CountDownLatch read = new CountDownLatch(1);
    private final LoggerContext context = new LoggerContext();

    @AfterEach
    void stop() {
        context.stop();
    }

    @Test
    void whoSaysALineDoesNotWaitForSomebodyWhoReadsNone() {
        Logger log = log(Duration.ofMillis(20), new FullPipe());

        for (int line = 0; line < 100; line++) {
            log.warn("line {}", line);
        }

        assertThat(written.size()).isZero();
    }

    @Test
    void whatWasLeftOutIsCountedWhenLinesAreReadAgain() {
        Logger log = log(Duration.ofMillis(20), new FullPipe());
        for (int line = 0; line < 100; line++) {
            log.warn("line {}", line);
        }
        read.countDown();

        int more = 0;
        while (!written.toString(UTF_8).contains("dropped")) {
            log.warn("later {}", ++more);
        }

        // The last one may still be written.
        while (accounted() < 100 + more) {
            Thread.onSpinWait();
        }
        assertThat(lines())
                .startsWith("line 0", "line 1", "line 2")
                .contains("line " + KEPT)
                .doesNotContain("line " + (KEPT + 1))
                .anyMatch(line -> line.endsWith(" lines were dropped here because nobody read standard error"));
        assertThat(accounted()).isEqualTo(100 + more);
    }

    /// How many lines were written, or told as left out.
    private int accounted() {
        return lines().stream()
                .mapToInt(line -> line.contains("dropped") ? Integer.parseInt(line.substring(0, line.indexOf(' '))) : 1)
                .sum();
    }

    private List<String> lines() {
        return written.toString(UTF_8).lines().toList();
    }

    @Test
    void linesKeepTheirPlaceAmongOthers() {
        Logger log = log(Duration.ofHours(1), written);
        for (int line = 0; line < 100; line++) {
            log.warn("log");
            written.writeBytes("other\n".getBytes(UTF_8));
        }
        assertThat(written.toString(UTF_8)).isEqualTo("log\nother\n".repeat(100));
    }

    @Test
    void threadsThatAreInterruptedSayAllOfTheirLinesAndStaySo() {
        Logger log = log(Duration.ofHours(1), written);
        Thread.currentThread().interrupt();
        for (int line = 0; line < 100; line++) {
            log.warn("line");
        }
        assertThat(Thread.interrupted()).isTrue();
        assertThat(written.toString(UTF_8)).isEqualTo("line\n".repeat(100));
    }

    private Logger log(Duration patience, OutputStream out) {
        context.setMDCAdapter(MDC.getMDCAdapter());
        PatternLayoutEncoder encoder = new PatternLayoutEncoder();
        encoder.setContext(context);
        encoder.setPattern("%msg%n");
        encoder.start();
        StandardErrorLog appender = new StandardErrorLog(new StandardError(out, UTF_8, patience, KEPT));
        appender.setContext(context);
        appender.setEncoder(encoder);
        appender.start();
        ch.qos.logback.classic.Logger log = context.getLogger("io.shardstream");
        log.addAppender(appender);
        return log;
    }

    private final class FullPipe extends OutputStream {
        @Override
        public void write(byte[] bytes, int offset, int length) {
            try {
                read.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            written.write(bytes, offset, length);
        }

        @Override
        public void write(int one) {
            write(new byte[] {(byte) one}, 0, 1);
        }
    }
}
