package io.shardstream.common.numbers;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class NumbersTest {
    @Test
    void countsHaveSeparators() {
        assertThat(Numbers.count(1234567)).isEqualTo("1,234,567");
    }

    @Test
    void oneHasTheWordForOne() {
        assertThat(Numbers.of(1, "document")).isEqualTo("1 document");
        assertThat(Numbers.of(0, "document")).isEqualTo("0 documents");
        assertThat(Numbers.of(1234, "document")).isEqualTo("1,234 documents");
        assertThat(Numbers.of(1, "copy", "copies")).isEqualTo("1 copy");
        assertThat(Numbers.of(2, "copy", "copies")).isEqualTo("2 copies");
    }

    @Test
    void bytesAreShownInTheUnitThatFits() {
        assertThat(Numbers.bytes(999)).isEqualTo("999 B");
        assertThat(Numbers.bytes(1000)).isEqualTo("1.0 kB");
        assertThat(Numbers.bytes(12_345_678)).isEqualTo("12.3 MB");
        assertThat(Numbers.bytes(5e18)).isEqualTo("5000.0 PB");
    }

    @Test
    void timesAreShownInTwoUnits() {
        assertThat(Numbers.time(Duration.ofSeconds(5))).isEqualTo("5 s");
        assertThat(Numbers.time(Duration.ofSeconds(184))).isEqualTo("3 min 04 s");
        assertThat(Numbers.time(Duration.ofMinutes(62))).isEqualTo("1 h 02 min");
    }
}
