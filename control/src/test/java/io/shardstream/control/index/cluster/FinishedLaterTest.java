package io.shardstream.control.index.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.contract.record.Answer;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.Request;
import io.shardstream.control.run.cutover.CutoverFixture;
import io.shardstream.control.run.cutover.MemoryCluster;
import io.shardstream.control.run.cutover.ProductionAt;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// A rollback whose process is killed when the source has its aliases again, and that another process
/// finishes when people have changed things meanwhile.
class FinishedLaterTest {
    private static final String SOURCE = CutoverFixture.SOURCE;
    private static final String TARGET = CutoverFixture.TARGET;

    @Test
    void whereNobodyHasChangedAnythingItIsDone() throws Exception {
        Answer answer = finished(swappedBack(false));

        assertThat(answer.outcome()).as(answer.sentence()).isEqualTo(Answer.Outcome.DONE);
        assertThat(answer.sentence())
                .isEqualTo("Production is on 'cities' again. 'cities-v2' stays blocked for writes, through its alias"
                        + " 'Shardstream-x-Block-...'; this run has ended.");
    }

    @Test
    void aliasesThatPeopleHaveMovedAreNamedWithTheirIndex() throws Exception {
        CutoverFixture run = swappedBack(false);
        MemoryCluster _ = run.cluster.with("cities-v3", "u3");
        run.cluster.give("places", SOURCE, "cities-v3");
        run.cluster.give("search", SOURCE, "cities-v3");
        Answer answer = finished(run);

        assertThat(answer.outcome()).isEqualTo(Answer.Outcome.DIFFERENT);
        assertThat(answer.sentence())
                .startsWith("The swap back has happened, but 'places', 'search' are on 'cities-v3' now, not on"
                        + " 'cities'. If production belongs on 'cities', move its aliases there (POST /_aliases)."
                        + " 'cities-v2' stays blocked")
                .doesNotContain("Switch the application");
        assertThat(run.cluster.takesWrites(SOURCE)).isTrue();
        assertThat(run.isIn(Phase.ABORTED)).isTrue();
    }

    /// Nobody can tell whether somebody took it away before, which is not asked about.
    @Test
    void oneOfSeveralAliasesThatIsOnNoIndexIsNotMissed() throws Exception {
        CutoverFixture run = swappedBack(false);
        run.cluster.arrive(List.of(new AliasChange.Remove(SOURCE, "search")));
        assertThat(finished(run).outcome()).isEqualTo(Answer.Outcome.DONE);
    }

    @Test
    void allAliasesThatAreOnNoIndexAreSaid() throws Exception {
        CutoverFixture run = swappedBack(false);
        run.cluster.arrive(List.of(new AliasChange.Remove(SOURCE, "search"), new AliasChange.Remove(SOURCE, "places")));
        Answer answer = finished(run);

        assertThat(answer.outcome()).isEqualTo(Answer.Outcome.DIFFERENT);
        assertThat(answer.sentence())
                .startsWith("The swap back has happened, but 'places', 'search' are on no index any more.");
    }

    @Test
    void anIndexThatHasTheNameOfAnAliasIsSaid() throws Exception {
        CutoverFixture run = swappedBack(false);
        run.cluster.arrive(List.of(new AliasChange.Remove(SOURCE, "places")));
        MemoryCluster _ = run.cluster.with("places", "u3");
        assertThat(finished(run).sentence())
                .startsWith("The swap back has happened, but 'places' is an index, and no alias any more");
    }

    @Test
    void anAliasThatIsOnTheTargetOfAnotherClusterAgainIsSaid() throws Exception {
        CutoverFixture run = swappedBack(true);
        run.cluster.give(TARGET, Alias.plain("places"));
        Answer answer = finished(run);

        assertThat(answer.outcome()).isEqualTo(Answer.Outcome.DIFFERENT);
        assertThat(answer.sentence())
                .startsWith("Production is on 'cities' again. 'cities-v2' stays blocked for writes; in its cluster"
                        + " 'places' is on it again, so see which cluster applications use. This run has ended.")
                .contains("Switch the application to the source cluster now");
    }

    /// Those of the target's cluster have led nowhere since the swap back.
    @Test
    void aliasesThatPeopleHaveMovedInTheSourcesClusterAreNamedThere() throws Exception {
        CutoverFixture run = swappedBack(true);
        MemoryCluster _ = run.sourceCluster.with("cities-v3", "u3");
        run.sourceCluster.give("search", SOURCE, "cities-v3");
        assertThat(finished(run).sentence())
                .startsWith("The swap back has happened, but 'search' is on 'cities-v3' now, not on 'cities'.")
                .contains("Switch the application to the source cluster now");
    }

    @Test
    void whatIsLostIsSaidBesideAliasesThatWereMoved() throws Exception {
        CutoverFixture run = swappedBack(false);
        MemoryCluster _ = run.cluster.with("cities-v3", "u3");
        run.cluster.give("places", SOURCE, "cities-v3");
        run.run.target(0).index("client", "{}");
        assertThat(finished(run).sentence())
                .contains("(POST /_aliases). Also, clients wrote 1 operations to 'cities-v2' since the swap");
    }

    /// Its block may be meant, as of a snapshot that is being looked at.
    @Test
    void theBlockOfAnotherIndexOfTheSourcesNameStays() throws Exception {
        CutoverFixture run = swappedBack(false);
        List<Alias> restored = List.copyOf(run.cluster.aliases(SOURCE));
        run.cluster.remove(SOURCE);
        MemoryCluster _ = run.cluster.with(SOURCE, "another", restored.toArray(Alias[]::new));
        run.cluster.block(SOURCE, true);
        Answer answer = finished(run);

        assertThat(run.cluster.takesWrites(SOURCE)).isFalse();
        assertThat(answer.outcome()).isEqualTo(Answer.Outcome.DIFFERENT);
        assertThat(answer.sentence())
                .startsWith("Production went back to 'cities', but the index of that name is not the one that this run"
                        + " copied: it was deleted and created again. A write block of it is not this run's, and"
                        + " stays.")
                .contains(
                        "Clients cannot write to 'cities': it has a write block that somebody else has set",
                        "'cities-v2' may be the last copy of what both held: keep it.")
                .doesNotContain("Switch the application");
        assertThat(run.isIn(Phase.ABORTED)).isTrue();
    }

    @Test
    void aTargetThatTakesWritesIsSaid() throws Exception {
        CutoverFixture run = swappedBack(false);
        run.cluster.block(TARGET, false);
        Answer answer = finished(run);

        assertThat(answer.outcome()).isEqualTo(Answer.Outcome.DIFFERENT);
        assertThat(answer.sentence())
                .startsWith("Production is on 'cities' again. 'cities-v2' takes writes: it has no write block. What"
                        + " clients write to it is not in 'cities': see that none uses it. This run has ended.")
                .doesNotContain("stays blocked");
    }

    @Test
    void aTargetThatAnotherRunHasBlockedIsNotSaidToBeBlockedByThisOne() throws Exception {
        CutoverFixture run = swappedBack(false);
        run.cluster
                .blockNames(TARGET)
                .forEach(name -> run.cluster.arrive(List.of(new AliasChange.Remove(TARGET, name))));
        Answer answer = finished(run);

        assertThat(answer.outcome()).isEqualTo(Answer.Outcome.DIFFERENT);
        assertThat(answer.sentence()).contains("'cities-v2' is blocked for writes, but not by this run");
    }

    @Test
    void aTargetThatIsGoneIsNotSaidToBeBlocked() throws Exception {
        CutoverFixture run = swappedBack(false, Map.of("lose-writes", "all"));
        run.cluster.remove(TARGET);
        Answer answer = finished(run);

        assertThat(answer.outcome()).isEqualTo(Answer.Outcome.DIFFERENT);
        assertThat(answer.sentence()).contains("'cities-v2' is gone.").doesNotContain("stays blocked");
    }

    @Test
    void anotherIndexOfTheTargetsNameIsNotSaidToBeBlocked() throws Exception {
        CutoverFixture run = swappedBack(false);
        run.cluster.remove(TARGET);
        MemoryCluster _ = run.cluster.with(TARGET, "another");
        assertThat(finished(run).sentence())
                .contains("'cities-v2' is not the index that this run wrote to: it was deleted and created again.");
    }

    @Test
    void aTargetThatDoesNotAnswerIsNotWaitedForAndNotSaidToBeBlocked() throws Exception {
        CutoverFixture run = swappedBack(true, Map.of("lose-writes", "all"));
        run.cluster.away(TARGET, true);
        run.lost.lose(0);
        run.endless();
        Answer answer = finished(run);

        assertThat(run.sourceCluster.takesWrites(SOURCE)).isTrue();
        assertThat(answer.outcome()).isEqualTo(Answer.Outcome.DIFFERENT);
        assertThat(answer.sentence())
                .contains("'cities-v2' could not be asked whether it still takes no writes: no answer within 60 s")
                .doesNotContain("stays blocked");
    }

    @Test
    void aSourceThatCannotBeWrittenToForAnotherReasonIsSaid() throws Exception {
        CutoverFixture run = swappedBack(false);
        run.cluster.lose(SOURCE, 1);
        Answer answer = finished(run);

        assertThat(answer.outcome()).isEqualTo(Answer.Outcome.DIFFERENT);
        assertThat(answer.sentence())
                .contains("Clients cannot write to 'cities': 1 of 2 shards have no primary. Mend that");
    }

    /// The same of a cut-over that is taken back later.
    @Test
    void anotherIndexOfTheSourcesNameIsNotSaidToTakeWritesAgain() throws Exception {
        CutoverFixture run = new CutoverFixture();
        Request cutover = run.ask(Request.Kind.CUTOVER, Map.of());
        run.cluster.around(what -> {
            if (what.equals("before hasBulks")) {
                throw new CutoverFixture.Killed();
            }
        });
        assertThatThrownBy(run::control).isInstanceOf(CutoverFixture.Killed.class);
        run.cluster.around(_ -> {});
        run.cluster.remove(SOURCE);
        MemoryCluster _ = run.cluster.with(SOURCE, "another");
        run.ask(Request.Kind.ABORT, Map.of());
        run.control();

        assertThat(run.answer(cutover).sentence())
                .contains("'cities' is not the index that this run copied: it was deleted and created again.")
                .doesNotContain("Clients write to 'cities' again");
    }

    private static CutoverFixture swappedBack(boolean areTwo) throws Exception {
        return swappedBack(areTwo, Map.of());
    }

    private static CutoverFixture swappedBack(boolean areTwo, Map<String, String> options) throws Exception {
        CutoverFixture run = CutoverFixture.cutOver(areTwo);
        run.ask(Request.Kind.ROLLBACK, options);
        run.sourceCluster.around(_ -> {
            if (ProductionAt.hasGoneBack(run.topic.said())) {
                throw new CutoverFixture.Killed();
            }
        });
        assertThatThrownBy(run::control).isInstanceOf(CutoverFixture.Killed.class);
        run.sourceCluster.around(_ -> {});
        assertThat(run.sourceCluster.takesWrites(SOURCE)).isFalse();
        return run;
    }

    /// Another process finishes it.
    private static Answer finished(CutoverFixture run) throws Exception {
        Request rollback = run.topic.said().openRequest().orElseThrow();
        run.control();
        return run.answer(rollback);
    }
}
