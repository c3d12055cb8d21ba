package io.shardstream.control.cutover;

import static io.shardstream.control.cutover.CutoverFixture.SOURCE;
import static io.shardstream.control.cutover.CutoverFixture.TARGET;
import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.record.Answer;
import io.shardstream.common.record.Request;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// An alias by which applications find the target that have nothing to do with the run.
class TargetAliasesTest {
    private final CutoverFixture run = new CutoverFixture();

    private Answer cutOver(Map<String, String> options) throws Exception {
        return run.answerTo(Request.Kind.CUTOVER, options);
    }

    @Test
    void areAcceptedByNameWhereTheSourceDoesNotHaveThem() throws Exception {
        run.cluster.give("other-app", TARGET, TARGET);

        Answer refused = cutOver(Map.of("force", "true"));

        assertThat(refused.outcome()).isEqualTo(Answer.Outcome.REFUSED);
        assertThat(refused.sentence())
                .contains(
                        "alias 'other-app' of the target, which the source does not have",
                        "take it off the target if they do not mean production's documents: target-alias:other-app. ",
                        "--accept-difference 'target-alias:other-app'")
                .doesNotContain("Change in the target");
        assertThat(run.cluster.takesWrites(SOURCE)).isTrue();
        assertThat(cutOver(Map.of("accept-difference", "target-alias:other-app"))
                        .outcome())
                .isEqualTo(Answer.Outcome.DONE);
    }

    @Test
    void areNotAskedAboutWhereTheyAreTheRunsOwn() throws Exception {
        run.cluster.give("Shardstream-run-Trial-x", TARGET, TARGET);

        assertThat(cutOver(Map.of()).outcome()).isEqualTo(Answer.Outcome.DONE);
    }
}
