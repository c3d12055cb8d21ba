package io.shardstream.control.state.topics;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RetentionTest {
    @ParameterizedTest
    @CsvSource({
        "-1, -1, true",
        "604800000, -1, false",
        "-1, 604800000, true",
        "604800000, 604800000, true",
        "604800001, 604800000, true",
        "604799999, 604800000, false",
        "'', 604800000, false",
        "-2, 604800000, false",
        "99999999999999999999, 604800000, false"
    })
    void whatKeepsRecordsLongerIsEnough(String is, String needed, boolean isEnough) {
        assertThat(Retention.isEnough(is, needed)).isEqualTo(isEnough);
    }
}
