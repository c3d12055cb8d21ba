package io.shardstream.control.run.block;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Request;
import io.shardstream.control.index.cluster.Alias;
import io.shardstream.control.index.cluster.AliasChange;
import io.shardstream.control.run.cutover.CutoverFixture;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What the servers alone say of a block that a run has left, wherever its controller was killed.
class LeftBlockTest {
    private static final String SOURCE = CutoverFixture.SOURCE;
    private static final String TARGET = CutoverFixture.TARGET;

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whereverACutOverWasLeftTheIndexIsNamedThatRefusesProduction(boolean isOnSwap) throws Exception {
        int calls = cutOver(isOnSwap).callsOf(Request.Kind.CUTOVER);
        for (int call = 1; call <= calls; call++) {
            CutoverFixture run = cutOver(isOnSwap);
            run.ask(Request.Kind.CUTOVER, Map.of());
            run.kill(call, _ -> {});
            assertNamed(run, call);
        }
    }

    @Test
    void whereverARollbackWasLeftTheIndexIsNamedThatRefusesProduction() throws Exception {
        int calls = CutoverFixture.cutOver(false).callsOf(Request.Kind.ROLLBACK);
        for (int call = 1; call <= calls; call++) {
            CutoverFixture run = CutoverFixture.cutOver(false);
            run.ask(Request.Kind.ROLLBACK, Map.of());
            run.kill(call, _ -> {});
            assertNamed(run, call);
        }
    }

    /// The source stays blocked on purpose.
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void nothingIsLeftAfterARelease(boolean areTwo) throws Exception {
        CutoverFixture run = CutoverFixture.cutOver(areTwo);
        run.ask(Request.Kind.RELEASE, Map.of());
        run.control();
        assertThat(run.sourceCluster.takesWrites(SOURCE)).isFalse();
        assertThat(left(run)).isEmpty();
    }

    @Test
    void aBlockThatIsOnTheTargetAfterAReleaseIsSeen() throws Exception {
        CutoverFixture run = CutoverFixture.cutOver(false);
        run.ask(Request.Kind.RELEASE, Map.of());
        run.control();
        String alias = "Shardstream-x-Block-docs-9-1";
        run.cluster.arrive(List.of(new AliasChange.Add(TARGET, Alias.plain(alias))));
        assertThat(left(run)).isEmpty();
        run.cluster.block(TARGET, true);
        assertThat(left(run).map(LeftBlock::index)).contains(TARGET);
        assertThat(left(run).map(LeftBlock::end)).contains(LeftBlock.End.LIFT_TARGET);
    }

    @Test
    void aSourceThatStaysBlockedWhenTheTargetWasDeletedIsSeen() throws Exception {
        CutoverFixture run = new CutoverFixture();
        run.ask(Request.Kind.CUTOVER, Map.of());
        run.cluster.around(what -> {
            if (what.equals("after block")) {
                throw new CutoverFixture.Killed();
            }
        });
        try {
            run.control();
        } catch (CutoverFixture.Killed e) {
            // As intended.
        }
        run.cluster.around(_ -> {});
        run.cluster.remove(TARGET);
        assertThat(left(run).map(LeftBlock::index)).contains(SOURCE);
    }

    @Test
    void aBlockOfAnotherRunIsNotThisRuns() throws Exception {
        CutoverFixture run = new CutoverFixture();
        run.cluster.arrive(List.of(new AliasChange.Add(SOURCE, Alias.plain("Shardstream-xx-Block-docs-1-1"))));
        run.cluster.block(SOURCE, true);
        assertThat(left(run)).isEmpty();
    }

    private static CutoverFixture cutOver(boolean isOnSwap) {
        return isOnSwap ? new CutoverFixture(false, _ -> {}) : new CutoverFixture();
    }

    private static void assertNamed(CutoverFixture run, int call) throws Exception {
        String production = run.cluster.find("places").getFirst().name();
        assertThat(left(run).map(LeftBlock::index))
                .as("killed at call %s, production is on %s", call, production)
                .isEqualTo(run.cluster.takesWrites(production) ? Optional.empty() : Optional.of(production));
    }

    private static Optional<LeftBlock> left(CutoverFixture run) throws Exception {
        return LeftBlock.find("x", run.sourceCluster, SOURCE, run.cluster, TARGET);
    }
}
