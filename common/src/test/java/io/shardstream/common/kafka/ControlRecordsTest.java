package io.shardstream.common.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.record.NewerFormatException;
import io.shardstream.common.record.RunFormat;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ControlRecordsTest {
    private static final Instant SINCE = Instant.parse("2026-07-01T12:00:00Z");

    @Test
    void aRunThatSaysNothingIsWrittenInTheFirstFormat() {
        assertThat(ControlRecords.NONE.format()).isEqualTo(RunFormat.FIRST);
        assertThat(raised(2, 2).format()).isEqualTo(2);
    }

    @Test
    void whoDoesNotKnowTheRunsFormatIsToldWhichVersionToStart() {
        assertThatThrownBy(() -> raised(8, 7))
                .isInstanceOf(NewerFormatException.class)
                .hasMessage(
                        "The records of this run are written in format 8 since 2026-07-01T12:00:00Z (record 'format'"
                                + " of its control topic). This version, " + ThisProcess.version()
                                + ", understands no format above 7: start version 9.1.0 or a newer one. Nothing was skipped or"
                                + " committed.");
    }

    /// Its other records may be of shapes that this version does not know, and would be called damaged.
    @Test
    void theFormatIsLookedAtBeforeAnythingElse() {
        Map<String, byte[]> values = new HashMap<>();
        values.put("plan", "{\"format\":77}".getBytes(StandardCharsets.UTF_8));
        values.put(RunFormat.KEY, new RunFormat(8, "9.1.0", SINCE).encode());

        assertThatThrownBy(() -> new ControlRecords(values, 7)).hasMessageContaining("start version 9.1.0");
    }

    @Test
    void whatIsUnderstoodHoldsForWhatIsWrittenLaterToo() {
        ControlRecords older = new ControlRecords(Map.of(), 1);
        Map<String, byte[]> raise = Map.of(RunFormat.KEY, new RunFormat(2, "9.1.0", SINCE).encode());

        assertThatThrownBy(() -> older.with(new HashMap<>(raise))).isInstanceOf(NewerFormatException.class);
        assertThatCode(() -> new ControlRecords(Map.of(), 2).with(new HashMap<>(raise)))
                .doesNotThrowAnyException();
    }

    private static ControlRecords raised(int format, int understands) {
        return new ControlRecords(Map.of(RunFormat.KEY, new RunFormat(format, "9.1.0", SINCE).encode()), understands);
    }
}
