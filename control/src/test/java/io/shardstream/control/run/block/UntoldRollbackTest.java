package io.shardstream.control.run.block;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Answer;
import io.shardstream.common.contract.record.Request;
import io.shardstream.control.index.cluster.AliasChange;
import io.shardstream.control.preflight.checkup.BlockCheckup;
import io.shardstream.control.run.cutover.CutoverFixture;
import io.shardstream.control.state.finding.Finding;
import io.shardstream.control.state.finding.FindingCode;
import io.shardstream.control.state.finding.FindingList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Kafka's files are put back to a state from before a cut-over while a rollback has the target blocked, and
/// its controller is killed.
class UntoldRollbackTest {
    private static final String SOURCE = CutoverFixture.SOURCE;
    private static final String TARGET = CutoverFixture.TARGET;

    private CutoverFixture run = new CutoverFixture();

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void anAbortOpensTheSourceAndSaysThatTheTargetStaysClosed(boolean areTwo) throws Exception {
        run = new CutoverFixture(areTwo);
        killRollbackAndPutBack(true);

        Answer answer = run.answerTo(Request.Kind.ABORT, Map.of());

        assertThat(run.sourceCluster.takesWrites(SOURCE)).isTrue();
        assertThat(run.cluster.takesWrites(TARGET)).isFalse();
        assertThat(answer.outcome()).isEqualTo(Answer.Outcome.DIFFERENT);
        assertThat(answer.sentence())
                .contains(
                        "clients write to 'cities'",
                        "it is lifted",
                        "A rollback has moved production back to 'cities' (alias 'Shardstream-x-Returned' of"
                                + " 'cities-v2')",
                        "'cities-v2' stays as the rollback has left it, closed",
                        "'abort --run'")
                .doesNotContain("Give the index that alias back");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void theRollbackThatIsGivenAgainNamesTheAbort(boolean areTwo) throws Exception {
        run = new CutoverFixture(areTwo);
        killRollbackAndPutBack(true);

        Answer answer = run.answerTo(Request.Kind.ROLLBACK, Map.of());

        assertThat(answer.outcome()).isEqualTo(Answer.Outcome.REFUSED);
        assertThat(answer.sentence())
                .contains(
                        "Kafka's control topic knows of no cut-over, so there is nothing to roll back.",
                        "A rollback has moved production back to 'cities'",
                        "Clients cannot write to 'cities': it has a write block that this run has set",
                        "'abort' lifts it",
                        "Aliases 'places', 'search'")
                .doesNotContain("This run has not been cut over");
        assertThat(run.sourceCluster.takesWrites(SOURCE)).isFalse();
    }

    /// The mark of the swap back tells then.
    @Test
    void anAbortOpensTheSourceAlsoWhereThereIsNoAliasOfProduction() throws Exception {
        for (String alias : run.cluster.names(SOURCE)) {
            assertThat(run.cluster.arrive(List.of(new AliasChange.Remove(SOURCE, alias))))
                    .isTrue();
        }
        killRollbackAndPutBack(true);

        Answer answer = run.answerTo(Request.Kind.ABORT, Map.of());

        assertThat(run.cluster.takesWrites(SOURCE)).as(answer.sentence()).isTrue();
        assertThat(answer.sentence()).doesNotContain("leave the block");
    }

    /// After the abort there is nothing left to lift.
    @Test
    void whereTheSourceIsOpenTheRollbackNamesNoBlock() throws Exception {
        killRollbackAndPutBack(true);
        run.answerTo(Request.Kind.ABORT, Map.of());

        assertThat(run.answerTo(Request.Kind.ROLLBACK, Map.of()).sentence())
                .contains("A rollback has moved production back to 'cities'", "closed to clients")
                .doesNotContain("Clients cannot write");
    }

    @Test
    void givingTheRunUpOpensTheSourceToo() throws Exception {
        killRollbackAndPutBack(true);
        Answer answer = run.answerTo(Request.Kind.ABORT, Map.of("run", "yes"));
        assertThat(answer.sentence()).startsWith("The run is given up.").contains("it is lifted");
        assertThat(run.cluster.takesWrites(SOURCE)).isTrue();
        assertThat(run.cluster.takesWrites(TARGET)).isFalse();
    }

    /// The aliases are on the target still: nobody but people knows whether a controller is about to move them.
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whereProductionIsOnTheBlockedTargetItIsSaidHowPeopleLiftThat(boolean areTwo) throws Exception {
        run = new CutoverFixture(areTwo);
        killRollbackAndPutBack(false);
        String name = run.cluster.blockNames(TARGET).iterator().next();
        for (Request.Kind kind : new Request.Kind[] {Request.Kind.ABORT, Request.Kind.ROLLBACK, Request.Kind.RELEASE}) {
            Answer answer = run.answerTo(kind, Map.of());

            assertThat(answer.sentence())
                    .as(kind.label())
                    .contains(
                            "Clients cannot write to 'cities-v2': it has a write block, and alias '" + name + "'",
                            "lift it: PUT /" + name + "/_settings {\"index.blocks.write\": null}.");
            assertThat(run.cluster.takesWrites(TARGET)).isFalse();
            assertThat(run.sourceCluster.takesWrites(SOURCE)).isFalse();
        }
    }

    @Test
    void aBlockThatSomebodyElseHasSetOnTheTargetIsSaidToo() throws Exception {
        killRollbackAndPutBack(false);
        String name = run.cluster.blockNames(TARGET).iterator().next();
        run.cluster.arrive(List.of(new AliasChange.Remove(TARGET, name)));
        assertThat(run.answerTo(Request.Kind.ABORT, Map.of()).sentence())
                .contains("Clients cannot write to 'cities-v2': it has a write block that somebody else has set");
    }

    @Test
    void doctorNamesTheAbortWhereKafkaKnowsOfNoCutOver() throws Exception {
        killRollbackAndPutBack(true);
        assertThat(advice(false)).contains("'abort' says whether it lifts").doesNotContain("'rollback'");
        assertThat(advice(true)).isEqualTo("'rollback' finishes it.");
    }

    /// Where nothing of this has happened the answer is as it was.
    @Test
    void aRunThatWasNeverCutOverIsToldSo() throws Exception {
        assertThat(run.answerTo(Request.Kind.ROLLBACK, Map.of()).sentence())
                .startsWith("This run has not been cut over, so there is nothing to roll back. Aliases");
    }

    private String advice(boolean wasCutOver) {
        FindingList findings = new FindingList();
        new BlockCheckup("x", true, wasCutOver, findings).look(run.sourceCluster, SOURCE, run.cluster, TARGET);
        assertThat(findings.has(FindingCode.WRITES_REFUSED)).isTrue();
        return findings.worstFirst().stream().map(Finding::advice).findFirst().orElseThrow();
    }

    /// @param isMoved whether production has gone back to the source
    private void killRollbackAndPutBack(boolean isMoved) throws Exception {
        run.endless();
        Map<String, byte[]> before = run.topic.state();
        run.cutOver();
        run.endless();
        run.ask(Request.Kind.ROLLBACK, Map.of("lose-writes", "all"));
        run.cluster.around(_ -> {
            boolean isBlocked = !run.cluster.takesWrites(TARGET);
            boolean isBack = run.cluster.names(TARGET).contains("Shardstream-x-Returned");
            if (isMoved ? isBack : isBlocked) {
                throw new CutoverFixture.Killed();
            }
        });
        try {
            run.control();
        } catch (CutoverFixture.Killed e) {
            // As intended.
        }
        run.cluster.around(_ -> {});
        assertThat(run.cluster.takesWrites(TARGET)).isFalse();
        assertThat(run.sourceCluster.takesWrites(SOURCE)).isFalse();
        run.topic.putBack(before);
    }
}
