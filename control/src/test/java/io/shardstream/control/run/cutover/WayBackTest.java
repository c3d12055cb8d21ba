package io.shardstream.control.run.cutover;

import static io.shardstream.control.run.cutover.CutoverAssertions.assertCutOver;
import static io.shardstream.control.run.cutover.CutoverAssertions.assertRolledBack;
import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Answer;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.Request;
import io.shardstream.control.index.target.ReleasedMark;
import io.shardstream.control.index.target.TargetMark;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Rollback, release and abandoning a run that was cut over.
class WayBackTest {
    private static final String SOURCE = CutoverFixture.SOURCE;
    private static final String TARGET = CutoverFixture.TARGET;

    @Test
    void theWayBackLosesOnlyWhatWasAccepted() throws Exception {
        CutoverFixture run = cutOver();
        run.run.target(0).index("client-1", "{}");
        run.run.target(1).index("client-2", "{}");
        Request refused = run.ask(Request.Kind.ROLLBACK, Map.of());
        run.control();
        assertThat(run.answer(refused).outcome()).isEqualTo(Answer.Outcome.REFUSED);
        assertThat(run.answer(refused).sentence()).contains("2 operations", "--lose-writes 2");
        assertCutOver(run);

        Request accepted = run.ask(Request.Kind.ROLLBACK, Map.of("lose-writes", "2"));
        run.control();
        assertThat(run.answer(accepted).outcome()).isEqualTo(Answer.Outcome.DONE);
        assertRolledBack(run);
    }

    @Test
    void aControllerThatIsKilledAtAnyCallOfTheWayBackIsFollowedByOneThatBringsItToItsEnd() throws Exception {
        int calls = cutOver().callsOf(Request.Kind.ROLLBACK);
        for (int call = 1; call <= calls; call++) {
            CutoverFixture run = cutOver();
            run.ask(Request.Kind.ROLLBACK, Map.of());
            run.kill(call, _ -> {});
            run.control();
            assertRolledBack(run);
        }
    }

    @Test
    void afterTheReleaseThereIsNoWayBack() throws Exception {
        CutoverFixture run = cutOver();
        run.ask(Request.Kind.RELEASE, Map.of());
        run.control();
        assertThat(run.cluster.names(TARGET)).containsExactly("places", "search");
        assertThat(run.cluster.takesWrites(SOURCE)).isFalse();

        Request rollback = run.ask(Request.Kind.ROLLBACK, Map.of());
        run.control();
        assertThat(run.answer(rollback).outcome()).isEqualTo(Answer.Outcome.REFUSED);
        assertThat(run.isIn(Phase.COMPLETED)).isTrue();
    }

    private static final String COPY =
            "{\"_meta\":{\"theirs\":1,\"shardstream\":{\"source_uuid\":\"s\",\"version_mode\":\"seqno\"}}}";

    /// Production may use it by its own name: then nothing else says so when the run's aliases are gone.
    @Test
    void aTargetThatIsReleasedSaysSo() throws Exception {
        for (int kill = 0; kill <= 12; kill++) {
            CutoverFixture run = cutOver();
            run.cluster.mappings.put(TARGET, COPY);
            Request release = run.ask(Request.Kind.RELEASE, Map.of());
            if (kill > 0) {
                run.kill(kill, _ -> {});
            }
            run.control();

            assertThat(run.answer(release).outcome()).isEqualTo(Answer.Outcome.DONE);
            JsonNode mapping = new JsonMapper().readTree(run.cluster.mappings.get(TARGET));
            assertThat(ReleasedMark.isIn(mapping)).isTrue();
            assertThat(TargetMark.in(mapping)).isPresent();
            assertThat(mapping.path("_meta").path("theirs").asInt()).isEqualTo(1);
        }
    }

    @Test
    void aTargetThatIsNotReleasedDoesNotSaySo() throws Exception {
        CutoverFixture run = cutOver();
        run.cluster.mappings.put(TARGET, COPY);
        run.ask(Request.Kind.ROLLBACK, Map.of());
        run.control();

        assertThat(ReleasedMark.isIn(new JsonMapper().readTree(run.cluster.mappings.get(TARGET))))
                .isFalse();
    }

    @Test
    void aTargetThatDoesNotTakeTheNoteIsReleasedAllTheSame() throws Exception {
        CutoverFixture run = cutOver();
        run.cluster.mappings.put(TARGET, COPY);
        run.cluster.markStatus = 403;
        Request release = run.ask(Request.Kind.RELEASE, Map.of());
        run.control();

        assertThat(run.answer(release).outcome()).isEqualTo(Answer.Outcome.DIFFERENT);
        assertThat(run.answer(release).sentence()).contains("give that index to no run with --adopt-target");
        assertThat(run.cluster.names(TARGET)).containsExactly("places", "search");
    }

    @Test
    void aRunThatIsGivenUpCannotWriteAnyMore() throws Exception {
        CutoverFixture run = new CutoverFixture();
        run.ask(Request.Kind.ABORT, Map.of("run", "yes"));
        run.control();
        assertThat(run.isIn(Phase.ABORTED)).isTrue();
        assertThat(run.cluster.names(TARGET)).isEmpty();
        assertThat(run.cluster.names(SOURCE)).containsExactly("places", "search");
    }

    private static CutoverFixture cutOver() throws Exception {
        CutoverFixture run = new CutoverFixture();
        run.ask(Request.Kind.CUTOVER, Map.of());
        run.control();
        return run;
    }
}
