package io.shardstream.control.run.cutover;

import static io.shardstream.control.run.cutover.CutoverFixture.SOURCE;
import static io.shardstream.control.run.cutover.CutoverFixture.TARGET;
import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Answer;
import io.shardstream.common.contract.record.Request;
import io.shardstream.control.index.cluster.AliasChange;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A source that comes up with an older state of its disk while a rollback moves production back to it.
class PutBackSourceTest {
    /// Whatever it was, the rollback is not done as it was meant until clients write to the source again.
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void isToldWheneverItIsPutBack(boolean areTwoClusters) throws Exception {
        int calls = CutoverFixture.cutOver(areTwoClusters).callsOf(Request.Kind.ROLLBACK);
        AtomicInteger refused = new AtomicInteger();
        AtomicInteger told = new AtomicInteger();
        for (int call = 1; call <= calls; call++) {
            CutoverFixture run = CutoverFixture.cutOver(areTwoClusters);
            AtomicReference<Boolean> isOpen = new AtomicReference<>(false);
            Answer answer = rollback(run, call, isOpen);
            switch (answer.outcome()) {
                case REFUSED -> {
                    refused.incrementAndGet();
                    assertThat(answer.sentence()).contains("has begun a new history since it was copied");
                    assertThat(run.cluster.takesWrites(TARGET)).isTrue();
                }
                case DIFFERENT -> {
                    told.incrementAndGet();
                    assertThat(answer.sentence())
                            .contains("has begun a new history since it was copied")
                            .contains("'cities-v2' may be the last copy of what both held: keep it.");
                    assertThat(run.sourceCluster.takesWrites(SOURCE)).isTrue();
                }
                default -> assertThat(isOpen).as("call %d: %s", call, answer).hasValue(true);
            }
        }
        assertThat(refused).hasPositiveValue();
        assertThat(told).hasPositiveValue();
    }

    /// What they write takes the numbers that were lost.
    @Test
    void whatClientsWriteToItSinceHidesNothing() throws Exception {
        CutoverFixture run = CutoverFixture.cutOver(false);
        run.cluster.around(call -> {
            if (call.equals("after change")) {
                run.run.source(1).putBack(5);
            } else if (call.equals("after unblock")) {
                for (int i = 0; i < 20; i++) {
                    run.run.source(1).index("later-" + i, "{}");
                }
            }
        });

        Answer answer = run.answerTo(Request.Kind.ROLLBACK, Map.of());

        assertThat(answer.outcome()).isEqualTo(Answer.Outcome.DIFFERENT);
        assertThat(answer.sentence()).contains("'cities' has lost documents since the cut-over", "5] and were [");
    }

    /// Its block is gone with the rest of its cluster's state, so they need not wait for the rollback.
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void norDoesItWhereTheyWriteBeforeTheyAreLetTo(boolean areTwoClusters) throws Exception {
        CutoverFixture run = CutoverFixture.cutOver(areTwoClusters);
        run.once("after change", () -> {
            List<AliasChange> names = new ArrayList<>();
            run.sourceCluster.blockNames(SOURCE).forEach(name -> names.add(new AliasChange.Remove(SOURCE, name)));
            run.sourceCluster.arrive(names);
            run.sourceCluster.block(SOURCE, false);
            run.run.source(1).putBack(5);
            for (int i = 0; i < 200; i++) {
                run.run.source(1).index("later-" + i, "{}");
            }
        });

        Answer answer = run.answerTo(Request.Kind.ROLLBACK, Map.of());

        assertThat(answer.outcome()).isEqualTo(Answer.Outcome.DIFFERENT);
        assertThat(answer.sentence())
                .contains("'cities' no longer has the alias through which this run blocked writes")
                .contains("'cities-v2' may be the last copy of what both held: keep it.");
    }

    @Test
    void whereTheSourceDoesNotTellItIsSaidThatItCouldNotBeSeen() throws Exception {
        CutoverFixture run = CutoverFixture.cutOver(false);
        run.once(
                "after change",
                () -> run.run.source(1).before(_ -> {
                    throw new TimeoutException("no answer");
                }));

        Answer answer = run.answerTo(Request.Kind.ROLLBACK, Map.of());

        assertThat(answer.outcome()).isEqualTo(Answer.Outcome.DIFFERENT);
        assertThat(answer.sentence())
                .contains("Whether 'cities' has lost documents since the cut-over could not be seen");
    }

    /// @param isOpen told whether the source took writes by then
    private static Answer rollback(CutoverFixture run, int call, AtomicReference<Boolean> isOpen) throws Exception {
        AtomicInteger count = new AtomicInteger();
        run.cluster.around(_ -> {
            if (count.incrementAndGet() == call) {
                isOpen.set(run.sourceCluster.takesWrites(SOURCE));
                run.run.source(1).failOver("another history");
            }
        });
        return run.answerTo(Request.Kind.ROLLBACK, Map.of());
    }
}
