package io.shardstream.cli.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.cli.exit.Stop;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class KeysTest {
    private final List<List<String>> said = new ArrayList<>();
    private final Stop stop = new Stop();

    private Keys keys(String typed) {
        return new Keys(
                arguments -> {
                    said.add(arguments);
                    return Optional.of(arguments.equals(List.of("-g")) ? "500:5:bf" : "");
                },
                new ByteArrayInputStream(typed.getBytes(StandardCharsets.US_ASCII)),
                stop);
    }

    @Test
    void qLeaves() {
        try (Keys keys = keys("x q")) {
            assertThat(keys.within(Duration.ofSeconds(1))).isEqualTo(RefreshInterval.Woken.QUIT);
        }
    }

    @Test
    void beingToldToStopEndsThePause() {
        stop.ask();
        try (Keys keys = keys("")) {
            assertThat(keys.within(Duration.ofSeconds(1))).isEqualTo(RefreshInterval.Woken.STOPPED);
        }
    }

    @Test
    void theTerminalIsSetAsItWasBeforeOnce() {
        try (Keys keys = keys("")) {
            keys.giveBack();
        }
        assertThat(said).containsExactly(List.of("-g"), List.of("-icanon", "-echo"), List.of("500:5:bf"));
    }

    @Test
    void aTerminalThatCannotBeSetIsLeftAlone() {
        Keys keys = new Keys(
                arguments -> {
                    said.add(arguments);
                    return Optional.empty();
                },
                new ByteArrayInputStream(new byte[0]),
                stop);
        keys.close();
        assertThat(said).containsExactly(List.of("-g"));
    }

    @Test
    void theSizeIsAskedNowAndThen() {
        List<String> sizes = new ArrayList<>(List.of("50 120", "0 0", "30 100"));
        TerminalSize size = new TerminalSize(() -> Optional.of(sizes.removeFirst()));
        List<Size> seen = new ArrayList<>();
        for (int look = 0; look < 7; look++) {
            seen.add(size.get());
        }
        assertThat(seen.subList(0, 6)).containsOnly(new Size(120, 50));
        assertThat(seen.getLast()).isEqualTo(new Size(100, 30));
    }
}
