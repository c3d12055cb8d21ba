package io.shardstream.control.index.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Answer;
import io.shardstream.common.contract.record.ReplaceIndex;
import io.shardstream.common.contract.record.Request;
import io.shardstream.control.run.cutover.CutoverFixture;
import io.shardstream.control.run.cutover.RefusedWrites;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What the control topic says of refused writes when the controller of a cut-over or a rollback was killed
/// anywhere: the index that is named is the one to which production writes.
class RefusedWritesTest {
    private static final String SOURCE = CutoverFixture.SOURCE;
    private static final String TARGET = CutoverFixture.TARGET;

    private final Set<String> seen = new HashSet<>();

    @Test
    void whereverTheControllerOfARollbackIsKilledTheIndexThatRefusesProductionIsNamed() throws Exception {
        killEverywhere(() -> cutOver(new CutoverFixture()), Request.Kind.ROLLBACK);
        assertThat(seen).contains(SOURCE, TARGET, TARGET + " or " + SOURCE);
    }

    @Test
    void theCopyIsNamedToWhichARollbackHasMovedProduction() throws Exception {
        killEverywhere(() -> cutOver(new CutoverFixture(false, ReplaceIndex.WITH_COPY)), Request.Kind.ROLLBACK);
        assertThat(seen).anyMatch(index -> index.startsWith("cities-before-"));
    }

    @Test
    void aTargetThatIsClosedHasNoBlockAndTheSourceIsNamedAllTheSame() throws Exception {
        killEverywhere(
                () -> {
                    CutoverFixture run = cutOver(new CutoverFixture());
                    run.cluster.close(TARGET);
                    return run;
                },
                Request.Kind.ROLLBACK);
        assertThat(seen).contains(SOURCE);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whereverTheControllerOfACutOverIsKilledTheIndexThatRefusesProductionIsNamed(boolean isOnSwap)
            throws Exception {
        killEverywhere(
                () -> isOnSwap ? new CutoverFixture(false, _ -> {}) : new CutoverFixture(), Request.Kind.CUTOVER);
        if (isOnSwap) {
            assertThat(seen).contains(SOURCE, TARGET, SOURCE + " or " + TARGET);
        } else {
            assertThat(seen).containsExactly(SOURCE);
        }
    }

    /// The other run lifts it, and does not tell this one.
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aBlockThatARollbackHasLeftToAnotherRunMayBeGone(boolean isAborted) throws Exception {
        CutoverFixture run = cutOver(new CutoverFixture());
        Request rollback = run.ask(Request.Kind.ROLLBACK, Map.of());
        run.once("after block", () -> {
            for (String name : run.cluster.blockNames(TARGET)) {
                assertThat(run.cluster.arrive(List.of(
                                new AliasChange.Remove(TARGET, name),
                                new AliasChange.Add(TARGET, Alias.plain("Shardstream-y-Block-docs-y-1-2")))))
                        .isTrue();
            }
            if (isAborted) {
                run.ask(Request.Kind.ABORT, Map.of());
            }
        });
        run.control();
        assertThat(run.answer(rollback).outcome())
                .isEqualTo(isAborted ? Answer.Outcome.ABORTED : Answer.Outcome.REFUSED);

        RefusedWrites refused = RefusedWrites.of(run.topic.said()).orElseThrow();
        assertThat(refused.isSure()).isFalse();
        assertThat(refused.sentence())
                .startsWith("Writes to 'cities-v2' may be refused since ")
                .contains("'release'");
    }

    private void killEverywhere(Supplier<CutoverFixture> runs, Request.Kind kind) throws Exception {
        int calls = runs.get().callsOf(kind);
        for (int call = 1; call <= calls; call++) {
            CutoverFixture run = runs.get();
            run.ask(kind, options(kind));
            run.kill(call, _ -> {});
            assertNamed(run, "killed at call " + call);
            assertOver(run, "killed at call " + call + " and aborted");
        }
    }

    /// When somebody has asked for an abort, one index is named, or none where the target takes writes. That
    /// the source takes writes again is told when it was seen.
    private static void assertOver(CutoverFixture run, String when) throws Exception {
        run.ask(Request.Kind.ABORT, Map.of());
        run.control();
        String index = run.cluster.find("places").getFirst().name();
        List<String> refused =
                RefusedWrites.of(run.topic.said()).map(RefusedWrites::indices).orElse(List.of());
        if (!run.cluster.takesWrites(index)) {
            assertThat(refused).as("%s, production is on %s", when, index).containsExactly(index);
        } else if (index.equals(TARGET)) {
            assertThat(refused).as("%s, production is on %s", when, index).isEmpty();
        }
    }

    /// What is written to a closed target cannot be counted.
    private static Map<String, String> options(Request.Kind kind) {
        return kind == Request.Kind.ROLLBACK ? Map.of("lose-writes", "all") : Map.of();
    }

    private void assertNamed(CutoverFixture run, String when) throws Exception {
        Optional<RefusedWrites> refused = RefusedWrites.of(run.topic.said());
        refused.ifPresent(now -> seen.add(String.join(" or ", now.indices())));
        List<FoundIndex> production = run.cluster.find("places");
        assertThat(production).as(when).hasSize(1);
        if (refused.filter(RefusedWrites::isSure).isPresent()) {
            assertThat(refused.get().indices())
                    .as(
                            "%s, of an index that takes writes: %s",
                            when, refused.get().what())
                    .anyMatch(one -> !run.cluster.takesWrites(one));
        }
        String index = production.getFirst().name();
        if (!run.cluster.takesWrites(index)) {
            assertThat(refused.map(RefusedWrites::indices).orElse(List.of()))
                    .as("%s, production is on %s", when, index)
                    .contains(index);
        }
    }

    private static CutoverFixture cutOver(CutoverFixture run) {
        try {
            run.ask(Request.Kind.CUTOVER, Map.of());
            run.control();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
        run.run.whileSleeping(() -> {});
        return run;
    }
}
