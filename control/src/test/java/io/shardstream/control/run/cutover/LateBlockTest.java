package io.shardstream.control.run.cutover;

import static io.shardstream.control.run.cutover.CutoverFixture.TARGET;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Calls that block writes, and that a proxy or a node carries out once more when the cut-over is over.
class LateBlockTest {
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aCallThatComesAgainAfterTheSwapDoesNotBlockProduction(boolean areTwo) throws Exception {
        CutoverFixture run = CutoverFixture.cutOver(areTwo);
        Set<String> names = run.cluster.blockedThrough.getOrDefault(TARGET, Set.of());

        assertThat(names).isNotEmpty();
        for (String name : names) {
            assertThat(run.cluster.block(TARGET, name)).as(name).isFalse();
        }
        assertThat(run.cluster.takesWrites(TARGET)).isTrue();
    }
}
