package io.shardstream.common.contract.bytes;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class NumberTextTest {
    @Test
    void countsHaveSeparators() {
        assertThat(NumberText.count(1234567)).isEqualTo("1,234,567");
    }

    @Test
    void oneHasTheWordForOne() {
        assertThat(NumberText.of(1, "document")).isEqualTo("1 document");
        assertThat(NumberText.of(0, "document")).isEqualTo("0 documents");
        assertThat(NumberText.of(1234, "document")).isEqualTo("1,234 documents");
        assertThat(NumberText.of(1, "copy", "copies")).isEqualTo("1 copy");
        assertThat(NumberText.of(2, "copy", "copies")).isEqualTo("2 copies");
    }

    @Test
    void bytesAreShownInTheUnitThatFits() {
        assertThat(NumberText.bytes(999)).isEqualTo("999 B");
        assertThat(NumberText.bytes(1000)).isEqualTo("1.0 kB");
        assertThat(NumberText.bytes(12_345_678)).isEqualTo("12.3 MB");
        assertThat(NumberText.bytes(5e18)).isEqualTo("5000.0 PB");
    }

    @Test
    void timesAreShownInTwoUnits() {
        assertThat(NumberText.time(Duration.ofSeconds(5))).isEqualTo("5 s");
        assertThat(NumberText.time(Duration.ofSeconds(184))).isEqualTo("3 min 04 s");
        assertThat(NumberText.time(Duration.ofMinutes(62))).isEqualTo("1 h 02 min");
    }
}
