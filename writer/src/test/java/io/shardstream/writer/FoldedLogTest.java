package io.shardstream.writer;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.log.About;
import io.shardstream.common.log.Warning;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FoldedLogTest {
    private final List<String> lines = new ArrayList<>();
    private long nanos = Long.MAX_VALUE - 1;
    private final FoldedLog log = new FoldedLog(warning -> lines.add(warning.sentence()), () -> nanos);

    @Test
    void theFirstIsWrittenAndTheRestWithTheirNumberNowAndThen() {
        for (int i = 0; i < 5; i++) {
            log.warn("busy", "The target is busy");
        }
        assertThat(lines).containsExactly("The target is busy");
        nanos += Duration.ofSeconds(30).toNanos();
        log.warn("busy", "The target is busy");
        log.warn("busy", "The target is busy");
        assertThat(lines).containsExactly("The target is busy", "The target is busy (5 times since)");
    }

    @Test
    void whatIsNotTheSameIsWritten() {
        log.warn("lane 0", "Lane 0");
        log.warn("lane 1", "Lane 1");
        assertThat(lines).containsExactly("Lane 0", "Lane 1");
    }

    @Test
    void whomItIsAboutIsToldWithIt() {
        List<Warning> told = new ArrayList<>();
        new FoldedLog(told::add, () -> nanos).warn("again", About.node("n1"), "A bulk is sent again");
        assertThat(told).containsExactly(new Warning(About.node("n1"), "A bulk is sent again"));
    }

    @Test
    void keysThatAreOldAreForgotten() {
        for (int i = 0; i < 1000; i++) {
            log.warn("key " + i, "sentence");
            nanos += Duration.ofSeconds(1).toNanos();
        }
        assertThat(log.keys()).isLessThanOrEqualTo(201);
    }
}
