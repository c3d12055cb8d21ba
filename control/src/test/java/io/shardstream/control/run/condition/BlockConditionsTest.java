package io.shardstream.control.run.condition;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Answer;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.Request;
import io.shardstream.control.run.cutover.CutoverFixture;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A cut-over of a source or a target that an operator, a full disk or the cluster has blocked.
class BlockConditionsTest {
    private static final String FLOOD = "disk usage exceeded flood-stage watermark";

    private final CutoverFixture run = new CutoverFixture();

    @ParameterizedTest
    @ValueSource(
            strings = {
                FLOOD,
                "index read-only (api)",
                "index read (api)",
                "index metadata (api)",
                "cluster read-only (api)"
            })
    void eachIsToldWithWhatLiftsItAndCannotBeForced(String block) throws Exception {
        for (String index : List.of(CutoverFixture.SOURCE, CutoverFixture.TARGET)) {
            for (Map<String, String> options :
                    List.of(Map.<String, String>of(), Map.of("force", "yes"), Map.of("dry-run", "yes"))) {
                run.cluster.otherBlocks(index, block);
                Request request = run.ask(Request.Kind.CUTOVER, options);
                run.control();

                assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.REFUSED);
                assertThat(run.answer(request).sentence())
                        .startsWith("Not cut over: ")
                        .contains("'" + index + "' has the block '" + block + "'", "Nothing was changed.")
                        .contains(block.equals(FLOOD) ? "make room" : "set what is true there to null");
                assertThat(run.cluster.takesWrites(CutoverFixture.SOURCE)).isTrue();
                assertThat(run.cluster.blockNames(CutoverFixture.SOURCE)).isEmpty();
                run.cluster.otherBlocks(index);
            }
        }
    }

    @Test
    void oneThatTheTargetGetsRightBeforeTheSwapTakesEverythingBack() throws Exception {
        run.once("before hasBulks", () -> run.cluster.otherBlocks(CutoverFixture.TARGET, FLOOD));
        Request request = run.ask(Request.Kind.CUTOVER, Map.of());
        run.control();

        assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.ABORTED);
        assertThat(run.answer(request).sentence()).contains(FLOOD, "make room");
        assertThat(run.cluster.takesWrites(CutoverFixture.SOURCE)).isTrue();
        assertThat(run.cluster.names(CutoverFixture.SOURCE)).containsExactly("places", "search");
        assertThat(run.isIn(Phase.CATCHING_UP)).isTrue();
    }
}
