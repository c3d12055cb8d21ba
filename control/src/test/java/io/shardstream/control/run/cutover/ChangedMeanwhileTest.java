package io.shardstream.control.run.cutover;

import static io.shardstream.control.run.cutover.CutoverFixture.SOURCE;
import static io.shardstream.control.run.cutover.CutoverFixture.TARGET;
import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Answer;
import io.shardstream.common.contract.record.Request;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Settings that somebody changes while writes are blocked, or between a cut-over and its rollback.
class ChangedMeanwhileTest {
    private final CutoverFixture run = new CutoverFixture();

    @ParameterizedTest
    @CsvSource({
        "target, index.final_pipeline, not-there",
        "target, index.default_pipeline, pp",
        "target, index.refresh_interval, -1",
        "target, index.refresh_interval, 1h",
        "target, index.translog.durability, async",
        "target, index.max_result_window, 5",
        "source, index.default_pipeline, pp",
        "source, index.lifecycle.name, thirty-days"
    })
    void whatDiffersSinceTheBlockIsTakenBack(String side, String name, String value) throws Exception {
        if (name.equals("index.max_result_window")) {
            run.cluster.settingsOf(SOURCE).put(name, "10000");
            run.cluster.settingsOf(TARGET).put(name, "10000");
        }
        if (value.equals("1h")) {
            run.cluster.settingsOf(SOURCE).put(name, "1s");
            run.cluster.settingsOf(TARGET).put(name, "1s");
        }
        Request request = run.ask(Request.Kind.CUTOVER, Map.of());
        run.cluster.around(what -> {
            if (what.equals("after block")) {
                run.cluster.settingsOf(side.equals("source") ? SOURCE : TARGET).put(name, value);
            }
        });
        run.control();

        assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.ABORTED);
        assertThat(run.answer(request).sentence()).contains(name);
        assertThat(run.cluster.takesWrites(SOURCE)).isTrue();
        assertThat(run.cluster.names(SOURCE)).contains("search");
    }

    @Test
    void whatIsForcedIsSoAtTheSwapToo() throws Exception {
        run.cluster.settingsOf(TARGET).put("index.default_pipeline", "pp");
        Request request = run.ask(Request.Kind.CUTOVER, Map.of("force", "yes"));
        run.control();
        assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.DIFFERENT);
        assertThat(run.answer(request).sentence())
                .contains(
                        "Production is on 'cities-v2'",
                        "By --force: target index 'cities-v2' has" + " index.default_pipeline pp and the source _none");
        assertThat(run.cluster.names(TARGET)).contains("search");
    }

    @Test
    void whatProductionLosesByGoingBackIsSaid() throws Exception {
        run.ask(Request.Kind.CUTOVER, Map.of());
        run.control();
        run.cluster.settingsOf(TARGET).put("index.max_result_window", "50000");
        Request back = run.ask(Request.Kind.ROLLBACK, Map.of());
        run.control();
        assertThat(run.cluster.names(SOURCE)).contains("search");
        assertThat(run.answer(back).outcome()).isEqualTo(Answer.Outcome.DIFFERENT);
        assertThat(run.answer(back).sentence())
                .contains("'cities-v2' has what 'cities' does not have", "index.max_result_window");
    }

    @Test
    void whatWasAcceptedBeforeTheSwapIsNoLoss() throws Exception {
        run.cluster.settingsOf(TARGET).put("index.max_result_window", "50000");
        run.ask(Request.Kind.CUTOVER, Map.of("accept-difference", "index.max_result_window"));
        run.control();
        Request back = run.ask(Request.Kind.ROLLBACK, Map.of());
        run.control();
        assertThat(run.answer(back).outcome()).isEqualTo(Answer.Outcome.DONE);
    }
}
