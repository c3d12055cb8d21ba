package io.shardstream.control.index.cluster;

import static io.shardstream.control.run.cutover.CutoverFixture.SOURCE;
import static io.shardstream.control.run.cutover.CutoverFixture.TARGET;
import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Answer;
import io.shardstream.common.contract.record.ReplaceIndex;
import io.shardstream.common.contract.record.Request;
import io.shardstream.control.run.cutover.CutoverFixture;
import java.util.Map;

/// A source index that was replaced by a cut-over.
final class ReplacedCities {
    private ReplacedCities() {}

    static CutoverFixture cutOver(ReplaceIndex replace) throws Exception {
        CutoverFixture run = new CutoverFixture(false, replace);
        run.ask(Request.Kind.CUTOVER, Map.of());
        run.control();
        run.run.whileSleeping(() -> {});
        return run;
    }

    static String onlyCopy(CutoverFixture run) {
        assertThat(run.cluster.copiesOf(SOURCE)).hasSize(1);
        return run.cluster.copiesOf(SOURCE).iterator().next();
    }

    static void assertRollbackRefused(CutoverFixture run, String why) throws Exception {
        Request rollback = run.ask(Request.Kind.ROLLBACK, Map.of());
        run.control();
        assertThat(run.answer(rollback).sentence()).contains(why);
        assertThat(run.answer(rollback).outcome()).isEqualTo(Answer.Outcome.REFUSED);
        assertThat(run.cluster.names(TARGET)).contains(SOURCE);
        assertThat(run.cluster.takesWrites(TARGET)).isTrue();
    }
}
