package io.shardstream.control.index.cluster;

import static io.shardstream.control.index.cluster.RollbackAssertions.cutOverToLater;
import static io.shardstream.control.index.cluster.RollbackAssertions.sayThatTheSourceHadMore;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.contract.record.Answer;
import io.shardstream.common.contract.record.Request;
import io.shardstream.control.run.cutover.CutoverFixture;
import io.shardstream.control.run.cutover.MemoryCluster;
import io.shardstream.control.run.cutover.RefusedWrites;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// Release where the servers have not stayed as the cut-over left them, and what it says can be deleted.
class ReleasedRunTest {
    private static final String SOURCE = CutoverFixture.SOURCE;
    private static final String TARGET = CutoverFixture.TARGET;

    @Test
    void nothingIsCalledDeletableWhenTheTargetIsGone() throws Exception {
        CutoverFixture run = CutoverFixture.cutOver(false);
        run.cluster.remove(TARGET);
        Request release = run.ask(Request.Kind.RELEASE, Map.of());
        run.control();
        assertThat(run.answer(release).outcome()).isEqualTo(Answer.Outcome.REFUSED);
        assertThat(run.answer(release).sentence())
                .contains("'places', 'search' is on no index: 'cities' may be the last copy. Keep it.");

        Request rollback = run.ask(Request.Kind.ROLLBACK, Map.of());
        run.control();
        assertThat(run.answer(rollback).sentence())
                .contains("index 'cities-v2' is gone. To go on with 'cities', give it 'places', 'search'")
                .contains("PUT /cities/_settings {\"index.blocks.write\": null}");
    }

    /// A client that writes to a name that nothing has is given an index of that name.
    @Test
    void anIndexThatHasTakenAnAliassPlaceIsNotTakenForProduction() throws Exception {
        CutoverFixture run = CutoverFixture.cutOver(false);
        run.cluster.remove(TARGET);
        MemoryCluster _ = run.cluster.with("places", "u3");

        Answer release = run.answerTo(Request.Kind.RELEASE, Map.of());
        assertThat(release.outcome()).isEqualTo(Answer.Outcome.REFUSED);
        assertThat(release.sentence())
                .contains(
                        "'places' is an index, and no alias any more",
                        "Index 'cities-v2' is gone: 'cities' may be the last copy. Keep it.");
        assertThat(run.answerTo(Request.Kind.ROLLBACK, Map.of()).sentence())
                .contains(
                        "index 'cities-v2' is gone, and 'places' is an index, and no alias any more",
                        "{\"remove_index\": {\"index\": \"places\"}}, {\"add\": {\"index\": \"cities\", \"alias\": \"places\"}},"
                                + " {\"add\": {\"index\": \"cities\", \"alias\": \"search\"}}]})");
        assertThat(run.answerTo(Request.Kind.ABORT, Map.of()).sentence())
                .contains("The swap has happened, so there is nothing to abort.")
                .doesNotContain("the way back was given up");
    }

    @Test
    void aReleaseSaysThatNobodySeesWhetherAClosedSourceWasWritten() throws Exception {
        CutoverFixture run = CutoverFixture.cutOver(false);
        run.cluster.close(SOURCE);
        Answer release = run.answerTo(Request.Kind.RELEASE, Map.of());
        assertThat(release.outcome()).isEqualTo(Answer.Outcome.DIFFERENT);
        assertThat(release.sentence())
                .contains("Index 'cities' is closed, so whether it was written", "POST /cities/_open");
    }

    @Test
    void aSourceThatHasLostDocumentsIsNotSaidToHaveBeenWrittenByARelease() throws Exception {
        CutoverFixture run = CutoverFixture.cutOver(false);
        sayThatTheSourceHadMore(run);
        Answer release = run.answerTo(Request.Kind.RELEASE, Map.of());
        assertThat(release.outcome()).isEqualTo(Answer.Outcome.DIFFERENT);
        assertThat(release.sentence())
                .contains("has lost documents since its last number was taken")
                .doesNotContain("was written after");
    }

    /// A later run that replaces this one's target makes an alias of its name.
    @Test
    void aRunWhoseTargetIsAnAliasByNowIsReleased() throws Exception {
        CutoverFixture run = CutoverFixture.cutOver(false);
        run.cluster.remove(TARGET);
        MemoryCluster _ =
                run.cluster.with("cities-v3", "u3", Alias.plain("places"), Alias.plain("search"), Alias.plain(TARGET));

        Answer released = run.answerTo(Request.Kind.RELEASE, Map.of());

        assertThat(released.outcome()).as(released.sentence()).isNotEqualTo(Answer.Outcome.REFUSED);
        assertThat(released.sentence()).startsWith("The way back is given up.");
    }

    @Test
    void nothingIsCalledDeletableWhileTheTargetCannotServe() throws Exception {
        CutoverFixture run = CutoverFixture.cutOver(false);
        run.cluster.lose(TARGET, 0);
        Request release = run.ask(Request.Kind.RELEASE, Map.of());
        run.control();
        assertThat(run.answer(release).sentence())
                .isEqualTo("Not released: 'cities-v2' does not serve production, 1 of 2 shards have no primary."
                        + " Keep 'cities' until it does.");
        assertThat(run.cluster.names(TARGET)).contains("Shardstream-x-Live");
    }

    @Test
    void aReleaseThatLeavesABlockOnProductionsIndexSaysSo() throws Exception {
        CutoverFixture run = CutoverFixture.cutOver(false);
        run.cluster.block(TARGET, true);
        Request release = run.ask(Request.Kind.RELEASE, Map.of());
        run.control();
        assertThat(run.answer(release).outcome()).isEqualTo(Answer.Outcome.DIFFERENT);
        assertThat(run.answer(release).sentence())
                .startsWith("The way back is given up.")
                .contains("Clients cannot write to 'cities-v2': it has a write block that somebody else has set")
                .endsWith("lift it: PUT /cities-v2/_settings {\"index.blocks.write\": null}.");
    }

    /// Nothing of a run that was released goes on with a block that another run has taken over.
    @Test
    void aReleaseForgetsABlockThatAnotherRunHasTakenOver() throws Exception {
        CutoverFixture run = CutoverFixture.cutOver(false);
        run.ask(Request.Kind.ROLLBACK, Map.of());
        run.cluster.around(what -> {
            if (what.equals("after block")) {
                throw new CutoverFixture.Killed();
            }
        });
        assertThatThrownBy(run::control).isInstanceOf(CutoverFixture.Killed.class);
        run.cluster.around(_ -> {});
        String ours = run.cluster.blockNames(TARGET).iterator().next();
        run.cluster.arrive(List.of(
                new AliasChange.Remove(TARGET, ours),
                new AliasChange.Add(TARGET, Alias.plain("Shardstream-y-Block-docs-1-1"))));

        Request release = run.ask(Request.Kind.RELEASE, Map.of());
        run.control();
        assertThat(run.answer(release).outcome()).isEqualTo(Answer.Outcome.DIFFERENT);
        assertThat(run.answer(release).sentence()).contains("it has a block alias of run 'y'");
        assertThat(RefusedWrites.of(run.topic.said())).isEmpty();
    }

    @Test
    void aReleaseLeavesTheBlockAndTheNameOfALaterRunAlone() throws Exception {
        CutoverFixture run = CutoverFixture.cutOver(false);
        cutOverToLater(run);
        Set<String> before = run.cluster.blockNames(TARGET);

        Request release = run.ask(Request.Kind.RELEASE, Map.of());
        run.control();

        assertThat(run.answer(release).outcome()).isEqualTo(Answer.Outcome.DONE);
        assertThat(run.answer(release).sentence())
                .contains("'places' is on 'cities-v3', not on 'cities-v2'. Before you delete 'cities'")
                .doesNotContain("can be deleted");
        assertThat(run.cluster.takesWrites(TARGET)).isFalse();
        assertThat(run.cluster.blockNames(TARGET)).isEqualTo(before);
        assertThat(run.cluster.names(TARGET)).doesNotContain("Shardstream-x-Live");
    }

    @Test
    void whatCanBeDeletedDependsOnWhatIsThere() throws Exception {
        assertThat(released(false, _ -> {}))
                .isEqualTo(
                        "The way back is given up. Index 'cities' is still blocked for writes; when no other run uses it,"
                                + " it and the run's topics and consumer groups (shardstream.x.*) can be deleted.");
        assertThat(released(true, _ -> {}))
                .contains("has the alias 'places', 'search' on the source cluster: delete it when no application");
        assertThat(released(false, run -> run.cluster.remove(SOURCE))).contains("Index 'cities' is gone already");
        assertThat(released(false, run -> {
                    run.cluster.remove(SOURCE);
                    run.cluster.with(SOURCE, "another");
                }))
                .contains("is not the one that was copied: leave it");
        assertThat(released(false, run -> run.cluster.block(SOURCE, false))).contains("takes writes again");
    }

    /// Whoever reads the answer deletes it.
    @Test
    void aSourceThatWasWrittenSinceIsNotCalledDeletable() throws Exception {
        CutoverFixture run = CutoverFixture.cutOver(false);
        run.cluster.block(SOURCE, false);
        run.run.source(0).index("late", "{}");
        Request release = run.ask(Request.Kind.RELEASE, Map.of());
        run.control();

        assertThat(run.answer(release).outcome()).isEqualTo(Answer.Outcome.DIFFERENT);
        assertThat(run.answer(release).sentence())
                .contains("was written after its last number was taken", "Keep 'cities'")
                .doesNotContain("can be deleted");
    }

    private interface Change {
        void in(CutoverFixture run);
    }

    private static String released(boolean areTwo, Change change) throws Exception {
        CutoverFixture run = CutoverFixture.cutOver(areTwo);
        change.in(run);
        Request release = run.ask(Request.Kind.RELEASE, Map.of());
        run.control();
        assertThat(run.answer(release).outcome()).isEqualTo(Answer.Outcome.DONE);
        return run.answer(release).sentence();
    }
}
