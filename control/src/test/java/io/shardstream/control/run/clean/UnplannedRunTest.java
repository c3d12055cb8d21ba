package io.shardstream.control.run.clean;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.RunId;
import io.shardstream.common.kafka.ControlRecords;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class UnplannedRunTest {
    private static final Instant NOW = Instant.parse("2026-11-28T12:00:00Z");

    @Test
    void whatMayStillBePreparedIsLeftAlone() {
        assertThat(after(NOW)).hasValueSatisfying(why -> assertThat(why).contains("in 5 minutes"));
        assertThat(after(NOW.minusSeconds(241)))
                .hasValue("Another process may be preparing run x: give 'clean' again in a minute.");
        assertThat(after(NOW.minusSeconds(300))).isEmpty();
        assertThat(UnplannedRun.beingPrepared("x", Optional.empty(), NOW)).isEmpty();
    }

    /// The clock of whoever prepares it may be ahead.
    @Test
    void aRecordOfTheFutureIsYoung() {
        assertThat(after(NOW.plusSeconds(60)))
                .hasValueSatisfying(why -> assertThat(why).contains("in 6 minutes"));
    }

    @Test
    void itsIdSaysUnderWhichAliasItHasItsTarget() {
        assertThat(UnplannedRun.owner("x", ControlRecords.NONE)).isEmpty();
        assertThat(UnplannedRun.owner("x", new ControlRecords(Map.of(RunId.KEY, new RunId("id", NOW).encode()))))
                .hasValueSatisfying(owner -> {
                    assertThat(owner.writeAlias()).isEqualTo("Shardstream-x-Write-id");
                    assertThat(owner.claim()).isEqualTo("Shardstream-x-Claim-id");
                });
    }

    private static Optional<String> after(Instant last) {
        return UnplannedRun.beingPrepared("x", Optional.of(last), NOW);
    }
}
