package io.shardstream.control.index.target;

import static io.shardstream.control.preflight.server.IndexAnswers.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.control.preflight.server.IndexAnswers;
import io.shardstream.control.state.finding.Finding;
import io.shardstream.control.state.finding.FindingCode;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/// C-44.
class ActiveCopiesTest {
    private static final String SETTING = "index.write.wait_for_active_shards";

    private static Optional<Finding> of(String setting, TargetSettings wish, int nodes) {
        return ActiveCopies.of(IndexAnswers.target("{'" + SETTING + "':'" + setting + "'}", wish), nodes);
    }

    private static TargetSettings wish(int replicas) {
        return TargetSettings.of("v2", OptionalInt.empty(), OptionalInt.of(replicas), json("{}"), Optional.empty());
    }

    @Test
    void whatTheSourceWaitsForMayBeTooMuchForItsCopy() {
        assertThat(of("2", wish(0), 3)).hasValueSatisfying(finding -> {
            assertThat(finding.code()).isEqualTo(FindingCode.WRITES_WAIT_FOR_COPIES);
            assertThat(finding.what()).contains("only while 2 copies of a shard are active", "copied 1 can be");
        });
        assertThat(of("2", wish(1), 3)).isEmpty();
        assertThat(of("2", wish(1), 0)).isEmpty();
        assertThat(of("2", wish(1).withReplicasWhileCopying(OptionalInt.of(0)), 3))
                .isPresent();
    }

    @Test
    void copiesForWhichThereIsNoNodeAreNeverActive() {
        assertThat(of("all", wish(1), 1))
                .hasValueSatisfying(finding -> assertThat(finding.what()).contains("only while all copies of a shard"));
        assertThat(of("all", wish(1), 2)).isEmpty();
        assertThat(of("all", wish(0), 1)).isEmpty();
        assertThat(of("1", wish(3), 1)).isEmpty();
    }

    @Test
    void shardsThatWaitAreNamed() {
        String health = "{'indices':{'v2':{'shards':{"
                + "'0':{'active_shards':2,'initializing_shards':0,'unassigned_shards':0},"
                + "'1':{'active_shards':1,'initializing_shards':0,'unassigned_shards':1},"
                + "'2':{'active_shards':1,'initializing_shards':1,'unassigned_shards':0}}}}}";

        assertThat(ActiveCopies.now("v2", Map.of(SETTING, "2"), json(health)))
                .hasValueSatisfying(finding -> assertThat(finding.what()).contains("in shards 1, 2: "));
        assertThat(ActiveCopies.now("v2", Map.of(SETTING, "all"), json(health))).isPresent();
        assertThat(ActiveCopies.now("v2", Map.of(), json(health))).isEmpty();
        assertThat(ActiveCopies.areWaitedFor(Map.of(SETTING, "all"))).isTrue();
        assertThat(ActiveCopies.areWaitedFor(Map.of(SETTING, "1"))).isFalse();
        assertThat(ActiveCopies.areWaitedFor(Map.of())).isFalse();
    }
}
