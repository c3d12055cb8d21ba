package io.shardstream.control.run.block;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.contract.record.Answer;
import io.shardstream.common.contract.record.ReplaceIndex;
import io.shardstream.common.contract.record.Request;
import io.shardstream.control.index.cluster.AliasChange;
import io.shardstream.control.run.cutover.CutoverFixture;
import io.shardstream.control.run.cutover.ProductionAt;
import io.shardstream.control.state.controller.Rescue;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;

/// A rollback that has blocked no target of its own, or not in this process, and that loses Kafka when
/// production may have gone back: the source must take writes all the same.
class FreedSourceTest {
    private static final String SOURCE = CutoverFixture.SOURCE;
    private static final String TARGET = CutoverFixture.TARGET;
    private static final String RETURNED = "Shardstream-x-Returned";
    private static final Map<String, String> WHATEVER = Map.of("lose-writes", "all");

    @Test
    void theSourceIsFreedWithoutKafkaWhereTheTargetIsClosed() throws Exception {
        CutoverFixture run = closed();
        Request rollback = run.ask(Request.Kind.ROLLBACK, WHATEVER);
        loseKafka(run, "after change");
        assertThat(run.cluster.takesWrites(SOURCE)).isFalse();
        Rescue rescue = run.switching.rescue();
        assertThat(rescue.due()).isPresent();

        rescue.attempt();
        assertThat(run.cluster.takesWrites(SOURCE)).isTrue();
        assertThat(rescue.due()).isEmpty();

        run.topic.away(false);
        run.control();
        assertThat(run.answer(rollback).sentence()).startsWith("Production is on 'cities' again.");
    }

    @Test
    void whereverKafkaGoesAwayProductionThatHasGoneBackFromAClosedTargetTakesWrites() throws Exception {
        int freed = 0;
        for (int call = 1; ; call++) {
            CutoverFixture run = closed();
            Request rollback = run.ask(Request.Kind.ROLLBACK, WHATEVER);
            AtomicInteger calls = new AtomicInteger();
            int last = call;
            run.cluster.around(_ -> run.topic.away(calls.incrementAndGet() >= last));
            try {
                run.control();
                break;
            } catch (TimeoutException e) {
                freed += run.cluster.takesWrites(SOURCE) ? 0 : 1;
                run.switching.rescue().attempt();
            }
            run.cluster.around(_ -> {});
            boolean isBack = run.cluster.names(SOURCE).contains("places");
            assertThat(run.cluster.takesWrites(SOURCE))
                    .as("Kafka is away from call " + call)
                    .isEqualTo(isBack);
            run.topic.away(false);
            run.control();
            assertThat(run.answer(rollback).sentence()).startsWith("Production is on 'cities' again.");
            assertThat(run.cluster.takesWrites(SOURCE)).isTrue();
        }
        assertThat(freed).isPositive();
    }

    /// The swap back was told and not sent, or is on its way.
    @Test
    void aSwapBackFromAClosedTargetThatArrivesAfterwardsChangesNothing() throws Exception {
        CutoverFixture run = closed();
        run.ask(Request.Kind.ROLLBACK, WHATEVER);
        loseKafkaBeforeTheSwapBack(run);
        List<AliasChange> swapBack = run.cluster.calls.getLast();
        Rescue rescue = run.switching.rescue();
        assertThat(rescue.due()).isPresent();

        run.cluster.around(what -> assertThat(what).isNotEqualTo("before unblock"));
        rescue.attempt();
        assertThat(rescue.due()).as("nothing is to be lifted").isEmpty();
        assertThat(run.cluster.arrive(swapBack)).isFalse();
        assertThat(run.cluster.names(TARGET)).contains("places");
        assertThat(run.cluster.takesWrites(SOURCE)).isFalse();
    }

    /// What clients write to it since is not what was agreed to be lost.
    @Test
    void aRollbackFromAClosedTargetDoesNotGoOnWhenSomebodyHasOpenedIt() throws Exception {
        CutoverFixture run = closed();
        Request rollback = run.ask(Request.Kind.ROLLBACK, WHATEVER);
        loseKafkaBeforeTheSwapBack(run);
        run.switching.rescue().attempt();
        run.cluster.open(TARGET);
        run.topic.away(false);
        run.control();

        assertThat(run.answer(rollback).outcome()).isEqualTo(Answer.Outcome.REFUSED);
        assertThat(run.answer(rollback).sentence())
                .isEqualTo("Not rolled back: 'cities-v2' was closed, and was opened while nobody controlled the run."
                        + " Run 'rollback' again.");
        assertThat(run.cluster.names(TARGET)).contains("places");
    }

    /// Before its own the target had a block of somebody else's, which is lifted by nobody.
    @Test
    void theSourceIsFreedWhereTheTargetHadABlockBefore() throws Exception {
        CutoverFixture run = CutoverFixture.cutOver(false);
        run.ask(Request.Kind.ROLLBACK, WHATEVER);
        blockBeforeItsOwn(run);
        loseKafka(run, "after change");
        run.switching.rescue().attempt();
        assertThat(run.cluster.takesWrites(SOURCE)).isTrue();
        assertThat(run.cluster.takesWrites(TARGET)).isFalse();
    }

    @Test
    void aBlockThatTheTargetHadBeforeStaysWhereProductionStays() throws Exception {
        CutoverFixture run = CutoverFixture.cutOver(false);
        run.ask(Request.Kind.ROLLBACK, WHATEVER);
        blockBeforeItsOwn(run);
        loseKafkaBeforeTheSwapBack(run);
        Rescue rescue = run.switching.rescue();
        rescue.attempt();
        assertThat(rescue.due()).isEmpty();
        assertThat(run.cluster.takesWrites(TARGET)).isFalse();
        assertThat(run.cluster.takesWrites(SOURCE)).isFalse();
    }

    @Test
    void aProcessThatFinishesTheRollbackOfAnotherOneFreesTheSourceToo() throws Exception {
        CutoverFixture run = CutoverFixture.cutOver(false);
        run.ask(Request.Kind.ROLLBACK, Map.of());
        killWhenItWasTold(run);
        inAnotherProcess(run);
        loseKafka(run, "before name");
        Rescue rescue = run.switching.rescue();
        assertThat(rescue.due())
                .hasValueSatisfying(due -> assertThat(due)
                        .isEqualTo(ProductionAt.movedBackAt(run.topic.said())
                                .orElseThrow()
                                .plusSeconds(20)));

        rescue.attempt();
        assertThat(run.cluster.takesWrites(SOURCE)).isTrue();
    }

    @Test
    void aTargetThatIsGoneDoesNotKeepTheSourceBlockedWithoutKafka() throws Exception {
        CutoverFixture run = CutoverFixture.cutOver(true);
        run.ask(Request.Kind.ROLLBACK, Map.of());
        run.sourceCluster.around(_ -> run.topic.away(ProductionAt.hasGoneBack(run.topic.said())));
        assertThatThrownBy(run::control).isInstanceOf(TimeoutException.class);
        run.sourceCluster.around(_ -> {});
        run.cluster.away(TARGET, true);
        run.switching.rescue().attempt();
        assertThat(run.sourceCluster.takesWrites(SOURCE)).isTrue();
    }

    /// It was lifted, and that was told: what is there since is somebody else's.
    @Test
    void aBlockThatSomebodySetsWhenTheSourceWasFreedStays() throws Exception {
        CutoverFixture run = CutoverFixture.cutOver(false);
        run.ask(Request.Kind.ROLLBACK, Map.of());
        run.cluster.around(_ -> {
            if (ProductionAt.afterCutover(run.topic.said()) == ProductionAt.SOURCE_OPEN) {
                run.cluster.block(SOURCE, true);
                throw new TimeoutException("no broker answers");
            }
        });
        run.run.whileSleeping(() -> run.topic.away(true));
        assertThatThrownBy(run::control).isInstanceOf(TimeoutException.class);
        run.cluster.around(_ -> {});
        Rescue rescue = run.switching.rescue();
        assertThat(rescue.due()).isEmpty();
        rescue.attempt();
        assertThat(run.cluster.takesWrites(SOURCE)).isFalse();
    }

    @Test
    void theSourceIsNotFreedWhereALaterControllerHasNamedItsBlock() throws Exception {
        CutoverFixture run = closed();
        run.ask(Request.Kind.ROLLBACK, WHATEVER);
        loseKafka(run, "after change");
        run.topic.away(false);
        assertThat(new Sides("x", run.term(run.topic.journal()), run.cluster, run.cluster)
                        .sourceBlock()
                        .takeName())
                .isPresent();
        Rescue rescue = run.switching.rescue();
        rescue.attempt();
        assertThat(run.cluster.takesWrites(SOURCE)).isFalse();
        assertThat(rescue.due()).as("then or later").isEmpty();
    }

    private static CutoverFixture closed() throws Exception {
        CutoverFixture run = CutoverFixture.cutOver(false);
        run.cluster.close(TARGET);
        return run;
    }

    private static void blockBeforeItsOwn(CutoverFixture run) throws Exception {
        NamedBlock block = new Sides("x", run.term(run.topic.journal()), run.cluster, run.cluster).targetBlock();
        run.cluster.block(TARGET, true);
        assertThat(block.set()).isPresent();
    }

    private static void loseKafka(CutoverFixture run, String when) {
        run.once(when, () -> run.topic.away(true));
        assertThatThrownBy(run::control).isInstanceOf(TimeoutException.class);
        run.cluster.around(_ -> {});
    }

    /// The call fails, and so does every write to Kafka from then on.
    private static void loseKafkaBeforeTheSwapBack(CutoverFixture run) {
        run.once("before change", () -> {
            run.topic.away(true);
            throw new TimeoutException("no node answers");
        });
        assertThatThrownBy(run::control).isInstanceOf(TimeoutException.class);
        run.cluster.around(_ -> {});
    }

    private static void killWhenItWasTold(CutoverFixture run) {
        run.cluster.around(_ -> {
            if (ProductionAt.hasGoneBack(run.topic.said())) {
                throw new CutoverFixture.Killed();
            }
        });
        assertThatThrownBy(run::control).isInstanceOf(CutoverFixture.Killed.class);
        run.cluster.around(_ -> {});
        assertThat(run.cluster.names(TARGET)).contains(RETURNED);
    }

    private static void inAnotherProcess(CutoverFixture run) {
        run.startedWith(
                new Settings(Duration.ofSeconds(20), 100, List.of("{\"size\":0}"), ReplaceIndex.NO, Optional.empty()));
    }
}
