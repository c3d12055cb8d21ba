package io.shardstream.common.file;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RenewedTest {
    private static final Duration LONG = Duration.ofSeconds(20);

    @TempDir
    private Path folder;

    private Path file;
    private final CountDownLatch answers = new CountDownLatch(1);
    private volatile Instant now = Instant.EPOCH;
    private final AtomicInteger makings = new AtomicInteger();

    @BeforeEach
    void begin() {
        file = folder.resolve("file");
    }

    @Test
    void aFileThatChangedIsTakenUpWithTheNextLook() throws Exception {
        Renewed<String> renewed = of("one");
        write("two");
        assertThat(renewed.now()).isEqualTo("one");

        pass(Renewed.PERIOD);

        assertThat(renewed.now()).isEqualTo("two");
    }

    @Test
    void nothingIsMadeAnewOfAFileThatIsTheSame() throws Exception {
        Renewed<String> renewed = of("one");

        pass(Renewed.PERIOD);

        assertThat(renewed.now()).isEqualTo("one");
        assertThat(makings).hasValue(1);
    }

    @Test
    void aFileThatIsBrokenKeepsWhatWasThereAndIsTriedOnce() throws Exception {
        Renewed<String> renewed = of("one");
        write("broken");
        pass(Renewed.PERIOD);
        assertThat(renewed.now()).isEqualTo("one");
        pass(Renewed.PERIOD);
        assertThat(renewed.now()).isEqualTo("one");
        assertThat(makings).hasValue(2);

        write("two");
        pass(Renewed.PERIOD);

        assertThat(renewed.now()).isEqualTo("two");
    }

    @Test
    void aFileThatIsGoneKeepsWhatWasThere() throws Exception {
        Renewed<String> renewed = of("one");
        Files.delete(file);

        pass(Renewed.PERIOD);

        assertThat(renewed.now()).isEqualTo("one");
    }

    @Test
    void aClockThatIsSetBackDoesNotKeepAnOldFile() throws Exception {
        Renewed<String> renewed = of("one");
        write("two");

        pass(Duration.ofHours(-1));

        assertThat(renewed.now()).isEqualTo("two");
    }

    /// As on a file system that hangs.
    @Test
    void whoAsksForFilesThatDoNotAnswerGoesOnWithWhatWasThere() throws Exception {
        Renewed<String> renewed = of("one");
        write("hanging");
        pass(Renewed.PERIOD);
        assertThat(assertTimeoutPreemptively(LONG, renewed::now)).isEqualTo("one");

        pass(Renewed.PERIOD);
        long begun = System.nanoTime();
        assertThat(renewed.now()).isEqualTo("one");
        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(FileLook.PATIENCE);

        answers.countDown();
        assertTimeoutPreemptively(LONG, () -> {
            while (!renewed.now().equals("hanging")) {
                Thread.onSpinWait();
            }
        });
        write("two");
        pass(Renewed.PERIOD);
        assertThat(renewed.now()).isEqualTo("two");
    }

    @Test
    void whatCannotBeUsedFromTheBeginningIsRefused() {
        assertThatExceptionOfType(FileException.class).isThrownBy(() -> of("broken"));
    }

    private Renewed<String> of(String text) throws IOException {
        write(text);
        return Renewed.of(
                List.of(file),
                texts -> {
                    makings.incrementAndGet();
                    if (texts.contains("hanging")) {
                        answered();
                    }
                    if (texts.contains("broken")) {
                        throw new FileException("It is broken.");
                    }
                    return texts.getFirst();
                },
                () -> now);
    }

    private void answered() throws FileException {
        try {
            answers.await();
        } catch (InterruptedException e) {
            throw new FileException("It was interrupted.", e);
        }
    }

    private void write(String text) throws IOException {
        Files.writeString(file, text, ISO_8859_1);
    }

    private void pass(Duration time) {
        now = now.plus(time);
    }
}
