package io.shardstream.control.run.condition;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Answer;
import io.shardstream.common.contract.record.Request;
import io.shardstream.control.index.cluster.CanaryAnswer;
import io.shardstream.control.run.cutover.CutoverFixture;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/// A cut-over of a run whose documents are equal, and of which a search of production finds others.
class CanaryConditionTest {
    private static CanaryAnswer finding(long documents) {
        return new CanaryAnswer(OptionalLong.of(documents), true, List.of(), false, Optional.empty());
    }

    private static Answer asked(long inSource, Map<String, String> options) throws Exception {
        CutoverFixture run = new CutoverFixture(true);
        run.cluster.found = finding(7);
        run.sourceCluster.found = finding(inSource);
        Request request = run.ask(Request.Kind.CUTOVER, options);
        run.control();
        return run.answer(request);
    }

    @Test
    void productionIsNotTouchedWhileACanaryFindsOthers() throws Exception {
        for (Map<String, String> options : List.of(Map.<String, String>of(), Map.of("dry-run", "yes"))) {
            Answer answer = asked(8, options);

            assertThat(answer.outcome()).isEqualTo(Answer.Outcome.REFUSED);
            assertThat(answer.sentence())
                    .contains("Not cut over: searches of cutover.canaries do not find the same: canary-1 finds 8"
                            + " documents in the source and 7 in the target (the search is {\"size\":0}). ")
                    .endsWith(CanaryCondition.REMEDY);
        }
    }

    @Test
    void itCanBeAcceptedByNameOrForced() throws Exception {
        assertThat(asked(8, Map.of("accept-difference", "canary-1")).outcome()).isEqualTo(Answer.Outcome.DONE);
        assertThat(asked(8, Map.of("accept-difference", "canary-2")).outcome()).isEqualTo(Answer.Outcome.REFUSED);
        Answer forced = asked(8, Map.of("force", "yes"));
        assertThat(forced.outcome()).isEqualTo(Answer.Outcome.DIFFERENT);
        assertThat(forced.sentence())
                .contains("By --force: searches of cutover.canaries do not find the same: canary-1 finds 8 documents");
    }

    @Test
    void theDryRunTellsWhatWasFound() throws Exception {
        assertThat(asked(7, Map.of("dry-run", "yes")).sentence())
                .contains("All of cutover.canaries find the same on both sides. ");
        assertThat(asked(8, Map.of("dry-run", "yes", "accept-difference", "canary-1"))
                        .sentence())
                .contains("Of cutover.canaries do not find the same: canary-1 finds 8 documents in the source and 7 in"
                        + " the target (the search is {\"size\":0}). ");
    }
}
