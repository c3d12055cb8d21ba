package io.shardstream.common.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.contract.record.Blocked;
import io.shardstream.common.contract.record.NewerFormatException;
import io.shardstream.common.contract.record.Pause;
import io.shardstream.common.contract.record.Request;
import io.shardstream.common.contract.record.RunFormat;
import io.shardstream.common.contract.record.RunPhase;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.record.TargetOriginals;
import io.shardstream.common.contract.record.Throttle;
import io.shardstream.common.loop.BlockedException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
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

    @Test
    void whatCannotBeReadIsToldByWhoeverNeedsIt() {
        ControlRecords said = garbage(RunPlan.KEY, RunPhase.KEY, TargetOriginals.KEY, Throttle.KEY, "nobody's");

        assertThat(said.pause()).isEmpty();
        assertThat(said.blocked()).isEmpty();
        for (ThrowingCallable needed : List.<ThrowingCallable>of(
                said::plan,
                said::phase,
                said::originals,
                said::completed,
                () -> said.end("run"),
                () -> said.of(Throttle.KEY, Throttle::decode),
                () -> said.all(Throttle.KEY, Throttle::decode))) {
            assertThatThrownBy(needed)
                    .isInstanceOf(BlockedException.class)
                    .hasMessageMatching("Record '[a-z_]+' of the control topic cannot be read \\(.+ is not JSON\\): .*")
                    .hasMessageNotContaining("s3cr3t");
        }
        assertThat(said.unreadable())
                .hasSize(4)
                .anySatisfy(sentence -> assertThat(sentence).contains("'throttle --reset' takes the record away"));
    }

    @Test
    void aRequestThatCannotBeReadAsksForNothing() {
        assertThat(garbage(Request.KEY).openRequest()).isEmpty();
    }

    @Test
    void aPauseThatCannotBeReadIsOneAndSoIsANoteThatSomebodyWaits() {
        ControlRecords said = garbage(Pause.KEY, Blocked.key("x"));

        assertThat(said.pause()).map(Pause::reason).get().asString().contains("'resume' takes the record away");
        assertThat(said.blocked()).singleElement().satisfies(note -> {
            assertThat(note.part()).isEqualTo("x");
            assertThat(note.reason()).contains("Record 'blocked.x'", "'resume' takes the record away");
        });
        assertThat(said.unreadableNotes()).containsExactly("blocked.x");
    }

    @Test
    void inWhichFormatARunIsWrittenMustBeReadable() {
        assertThatThrownBy(() -> garbage(RunFormat.KEY))
                .isInstanceOf(BlockedException.class)
                .hasMessageContaining("Record 'format'");
    }

    @Test
    void theLastRecordSaysWhenSomebodyWasAtWork() {
        assertThat(ControlRecords.NONE.lastWritten()).isEmpty();
        LatestValues latest = new LatestValues();
        for (int record = 0; record < 2; record++) {
            byte[] key = ("key" + record).getBytes(StandardCharsets.UTF_8);
            latest.keep(new ConsumerRecord<>(
                    "control",
                    0,
                    record,
                    SINCE.toEpochMilli() + record,
                    TimestampType.CREATE_TIME,
                    key.length,
                    key.length,
                    key,
                    key,
                    new RecordHeaders(),
                    Optional.empty()));
        }
        assertThat(ControlRecords.of(latest, RunFormat.NEWEST).lastWritten()).contains(SINCE.plusMillis(1));
    }

    private static ControlRecords garbage(String... keys) {
        Map<String, byte[]> values = new HashMap<>();
        for (String key : keys) {
            values.put(key, "s3cr3t".getBytes(StandardCharsets.UTF_8));
        }
        return new ControlRecords(values);
    }

    private static ControlRecords raised(int format, int understands) {
        return new ControlRecords(Map.of(RunFormat.KEY, new RunFormat(format, "9.1.0", SINCE).encode()), understands);
    }
}
