package io.shardstream.control.state.lanes;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Trim;
import io.shardstream.common.elastic.ElasticException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class UnsaidTrimTest {
    private final Map<String, String> settings =
            new HashMap<>(Map.of("index.number_of_replicas", "2", "index.translog.durability", "REQUEST"));
    private boolean isAway;
    private int asked;
    private Instant now = Instant.EPOCH;

    private final List<String> warnings = new ArrayList<>();
    private final UnsaidTrim trim = new UnsaidTrim(
            () -> {
                asked++;
                if (isAway) {
                    throw new ElasticException.Malformed("away");
                }
                return settings;
            },
            () -> now,
            warnings::add);

    @Test
    void whatAShardHasSyncedGoesWhenItIsWritten() {
        assertThat(trim.get()).isEqualTo(Trim.WRITTEN);
        settings.put("index.number_of_replicas", "0");
        later();
        assertThat(trim.get()).isEqualTo(Trim.WRITTEN);
    }

    @Test
    void whatACrashMayTakeGoesWhenItIsVerifiedAsReplicasNeedNotBeInSync() {
        settings.put("index.translog.durability", "async");
        assertThat(trim.get()).isEqualTo(Trim.VERIFIED);
    }

    @Test
    void settingsThatAreNotToldAreNotTakenForDurable() {
        settings.clear();
        assertThat(trim.get()).isEqualTo(Trim.VERIFIED);
    }

    @Test
    void nothingGoesWhileTheTargetDoesNotTell() {
        assertThat(trim.get()).isEqualTo(Trim.WRITTEN);
        isAway = true;
        later();
        assertThat(trim.get()).isEqualTo(Trim.NEVER);
        isAway = false;
        later();
        assertThat(trim.get()).isEqualTo(Trim.WRITTEN);
    }

    @Test
    void eachTimeThatTheDocsTopicBeginsToGrowIsToldOnce() {
        trim.get();
        assertThat(warnings).isEmpty();
        settings.put("index.translog.durability", "async");
        for (int minute = 0; minute < 3; minute++) {
            later();
            trim.get();
        }
        assertThat(warnings).containsExactly(UnsaidTrim.UNSYNCED);

        isAway = true;
        later();
        trim.get();
        later();
        trim.get();
        assertThat(warnings).hasSize(2);
        assertThat(warnings.getLast()).contains("does not tell its settings", "away", "docs.trim");

        isAway = false;
        settings.put("index.translog.durability", "request");
        later();
        trim.get();
        settings.put("index.translog.durability", "async");
        later();
        trim.get();
        assertThat(warnings).hasSize(3);
    }

    @Test
    void theTargetIsAskedOnceAMinute() {
        for (int second = 0; second < 60; second += 5) {
            trim.get();
            now = now.plusSeconds(5);
        }
        assertThat(asked).isEqualTo(1);
        trim.get();
        assertThat(asked).isEqualTo(2);
    }

    @Test
    void aTargetThatIsWantedHasTheServersDefault() {
        assertThat(UnsaidTrim.ofWanted(Map.of())).isEqualTo(Trim.WRITTEN);
        assertThat(UnsaidTrim.ofWanted(Map.of("index.translog.durability", "async")))
                .isEqualTo(Trim.VERIFIED);
    }

    private void later() {
        now = now.plus(Duration.ofMinutes(1));
    }
}
