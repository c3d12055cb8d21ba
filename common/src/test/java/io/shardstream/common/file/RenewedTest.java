package io.shardstream.common.file;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RenewedTest {
    @TempDir
    private Path folder;

    private Path file;
    private Instant now = Instant.EPOCH;
    private int makings;

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
        assertThat(makings).isEqualTo(1);
    }

    @Test
    void aFileThatIsBrokenKeepsWhatWasThereAndIsTriedOnce() throws Exception {
        Renewed<String> renewed = of("one");
        write("broken");
        pass(Renewed.PERIOD);
        assertThat(renewed.now()).isEqualTo("one");
        pass(Renewed.PERIOD);
        assertThat(renewed.now()).isEqualTo("one");
        assertThat(makings).isEqualTo(2);

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

    @Test
    void whatCannotBeUsedFromTheBeginningIsRefused() {
        assertThatExceptionOfType(FileException.class).isThrownBy(() -> of("broken"));
    }

    private Renewed<String> of(String text) throws IOException {
        write(text);
        return Renewed.of(
                List.of(file),
                texts -> {
                    makings++;
                    if (texts.contains("broken")) {
                        throw new FileException("It is broken.");
                    }
                    return texts.getFirst();
                },
                () -> now);
    }

    private void write(String text) throws IOException {
        Files.writeString(file, text, ISO_8859_1);
    }

    private void pass(Duration time) {
        now = now.plus(time);
    }
}
