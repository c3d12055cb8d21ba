package io.shardstream.control.index.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.control.state.finding.Severity;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class KeepAliveRuleTest {
    private static ClusterSettings keeps(String most) {
        return new ClusterSettings(Map.of("search.max_keep_alive", most), Set.of());
    }

    @Test
    void aPointInTimeThatIsKeptForLongIsNotTold() {
        assertThat(KeepAliveRule.of(keeps("24h"))).isEmpty();
        assertThat(KeepAliveRule.of(keeps("30s"))).isEmpty();
        assertThat(KeepAliveRule.of(ClusterSettings.NONE)).isEmpty();
    }

    @Test
    void oneThatEndsBetweenTwoRequestsKeepsARunFromBeingDone() {
        assertThat(KeepAliveRule.of(keeps("5s"))).hasValueSatisfying(finding -> {
            assertThat(finding.severity()).isEqualTo(Severity.BLOCKS);
            assertThat(finding.what())
                    .isEqualTo("The source keeps a point in time for 5s at most (search.max_keep_alive), and a shard of"
                            + " this index is read through one: it may be gone before the next request.");
            assertThat(finding.advice())
                    .isEqualTo("Set search.max_keep_alive of the source's cluster to 1m or more until the run has"
                            + " ended.");
        });
    }
}
