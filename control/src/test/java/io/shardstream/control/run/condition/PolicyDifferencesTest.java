package io.shardstream.control.run.condition;

import static io.shardstream.control.run.cutover.CutoverFixture.SOURCE;
import static io.shardstream.control.run.cutover.CutoverFixture.TARGET;
import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Answer;
import io.shardstream.common.contract.record.Request;
import io.shardstream.control.index.StateManagement;
import io.shardstream.control.run.cutover.CutoverFixture;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// A policy that attaches itself to an index, which no setting shows.
class PolicyDifferencesTest {
    private static final Map<String, String> ACCEPTED = Map.of("accept-difference", StateManagement.POLICY);

    private final CutoverFixture run = new CutoverFixture();

    private Answer cutOver(Map<String, String> options) throws Exception {
        return run.answerTo(Request.Kind.CUTOVER, options);
    }

    @Test
    void aPolicyThatWouldDeleteProductionsIndexIsToldByName() throws Exception {
        run.cluster.policies.put(TARGET, "retention");

        Answer refused = cutOver(Map.of("force", "true"));

        assertThat(refused.outcome()).isEqualTo(Answer.Outcome.REFUSED);
        assertThat(refused.sentence())
                .contains(
                        "index.plugins.index_state_management.policy_id (not set → retention)",
                        "Take the target out of a policy that the source is not under (POST"
                                + " _plugins/_ism/remove/<target>), or accept, and give it the source's after the swap"
                                + " (POST _plugins/_ism/add/<target>): index.plugins.index_state_management.policy_id. ",
                        "--accept-difference 'index.plugins.index_state_management.policy_id'")
                .doesNotContain("set on the target after the swap", "Change in the target");
        assertThat(run.cluster.takesWrites(SOURCE)).isTrue();
        assertThat(cutOver(ACCEPTED).outcome()).isEqualTo(Answer.Outcome.DONE);
    }

    /// Whose retention would end.
    @Test
    void aPolicyThatOnlyTheSourceIsUnderIsToldToo() throws Exception {
        run.cluster.policies.put(SOURCE, "retention");

        assertThat(cutOver(Map.of()).sentence()).contains("(retention → not set)");
    }

    /// The plug-in tells it under its new name, also where a setting of an old index has the former one.
    @Test
    void thePolicyOfBothSidesIsNoDifference() throws Exception {
        run.cluster.policies.put(SOURCE, "retention");
        run.cluster.policies.put(TARGET, "retention");
        run.cluster.settingsOf(SOURCE).put(StateManagement.FORMER_POLICY, "retention");

        assertThat(cutOver(Map.of()).outcome()).isEqualTo(Answer.Outcome.DONE);
    }

    @Test
    void whatTheUserMayNotAskIsAcceptedByName() throws Exception {
        run.cluster.policyStatus = 403;

        Answer refused = cutOver(Map.of());

        assertThat(refused.outcome()).isEqualTo(Answer.Outcome.REFUSED);
        assertThat(refused.sentence())
                .contains("policy_id (not known whether a policy of index state management works on '" + TARGET + "': ")
                .contains("answered GET /_plugins/_ism/explain/" + TARGET + " with 403");
        assertThat(cutOver(ACCEPTED).outcome()).isEqualTo(Answer.Outcome.DONE);
    }

    /// Right before the swap.
    @Test
    void aPolicyThatIsAttachedUnderTheBlockIsSeen() throws Exception {
        Request request = run.ask(Request.Kind.CUTOVER, Map.of());
        run.cluster.around(what -> {
            if (what.equals("after block")) {
                run.cluster.policies.put(TARGET, "retention");
            }
        });
        run.control();

        assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.ABORTED);
        assertThat(run.answer(request).sentence()).contains("(not set → retention)");
        assertThat(run.cluster.takesWrites(SOURCE)).isTrue();
    }
}
