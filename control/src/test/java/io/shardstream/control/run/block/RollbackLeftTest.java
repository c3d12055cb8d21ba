package io.shardstream.control.run.block;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.contract.record.Answer;
import io.shardstream.common.contract.record.OwnBlock;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.ReplaceIndex;
import io.shardstream.common.contract.record.Request;
import io.shardstream.common.contract.record.Side;
import io.shardstream.control.index.cluster.AliasChange;
import io.shardstream.control.run.cutover.CutoverFixture;
import io.shardstream.control.run.cutover.RefusedWrites;
import io.shardstream.control.state.controller.ControllerEpoch;
import io.shardstream.control.state.controller.Rescue;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// A rollback whose process is told to stop, or loses Kafka, when it has blocked the target.
class RollbackLeftTest {
    private static final String SOURCE = CutoverFixture.SOURCE;
    private static final String TARGET = CutoverFixture.TARGET;

    @Test
    void aControllerThatIsToldToStopGivesTheTargetBackAndRefuses() throws Exception {
        CutoverFixture run = CutoverFixture.cutOver(false);
        Request rollback = run.ask(Request.Kind.ROLLBACK, Map.of());
        AtomicBoolean leaving = new AtomicBoolean();
        run.once("after block", () -> leaving.set(true));
        run.control(run.term(run.topic.journal(), leaving::get));

        assertThat(run.answer(rollback).outcome()).isEqualTo(Answer.Outcome.REFUSED);
        assertThat(run.answer(rollback).sentence()).contains("the process that controlled the run was told to stop");
        assertThat(run.cluster.takesWrites(TARGET)).isTrue();
        assertThat(run.cluster.names(TARGET)).contains("places");
        assertThat(run.switching.rescue().due()).isEmpty();
    }

    @Test
    void aControllerThatIsToldToStopAfterTheSwapBackFinishes() throws Exception {
        CutoverFixture run = CutoverFixture.cutOver(false);
        Request rollback = run.ask(Request.Kind.ROLLBACK, Map.of());
        AtomicBoolean leaving = new AtomicBoolean();
        run.once("after change", () -> leaving.set(true));
        run.control(run.term(run.topic.journal(), leaving::get));

        assertThat(run.answer(rollback).outcome()).isEqualTo(Answer.Outcome.DONE);
        assertThat(run.cluster.takesWrites(SOURCE)).isTrue();
        assertThat(run.isIn(Phase.ABORTED)).isTrue();
    }

    @Test
    void whatIsBlockedIsFreedWithoutKafkaAndNotBlockedOnceMore() throws Exception {
        CutoverFixture run = CutoverFixture.cutOver(false);
        Rescue rescue = run.switching.rescue();
        Request rollback = run.ask(Request.Kind.ROLLBACK, Map.of());
        loseKafka(run, "after block");
        assertThat(run.cluster.takesWrites(TARGET)).isFalse();
        assertThat(rescue.due()).isPresent();

        rescue.attempt();
        assertThat(run.cluster.takesWrites(TARGET)).isTrue();
        assertThat(rescue.due()).isEmpty();

        run.topic.away(false);
        run.cluster.around(what -> assertThat(what).isNotEqualTo("before block"));
        run.control();
        assertThat(run.answer(rollback).outcome()).isEqualTo(Answer.Outcome.REFUSED);
        assertThat(run.answer(rollback).sentence()).contains("Kafka did not answer");
        assertThat(run.topic.said().of(OwnBlock.key(Side.TARGET), OwnBlock::decode))
                .isEmpty();
    }

    /// Kafka went away before the block was told, so nothing but the time that has passed says that it is over.
    @Test
    void whatAnotherProcessHasFreedLongAgoIsNotBlockedOnceMore() throws Exception {
        CutoverFixture run = CutoverFixture.cutOver(false);
        Request rollback = run.ask(Request.Kind.ROLLBACK, Map.of("lose-writes", "all"));
        loseKafka(run, "after block");
        run.switching.rescue().attempt();
        run.run.pass(Duration.ofHours(1));
        run.topic.away(false);
        run.startedWith(
                new Settings(Duration.ofSeconds(20), 100, List.of("{\"size\":0}"), ReplaceIndex.NO, Optional.empty()));

        assertNotBlockedAgain(run, rollback, "was lifted while nobody controlled the run. Run 'rollback' again.");
    }

    @Test
    void whatIsTakenOverAtOnceGoesOn() throws Exception {
        CutoverFixture run = CutoverFixture.cutOver(false);
        Request rollback = run.ask(Request.Kind.ROLLBACK, Map.of());
        run.once("before block", () -> {
            throw new CutoverFixture.Killed();
        });
        assertThatThrownBy(run::control).isInstanceOf(CutoverFixture.Killed.class);
        run.control();
        assertThat(run.answer(rollback).outcome()).isEqualTo(Answer.Outcome.DONE);
    }

    @Test
    void whatThisProcessHasFreedIsNotBlockedOnceMoreThoughAnotherControllerWasThereInBetween() throws Exception {
        CutoverFixture run = CutoverFixture.cutOver(false);
        Request rollback = run.ask(Request.Kind.ROLLBACK, Map.of());
        loseKafka(run, "after block");
        run.switching.rescue().attempt();
        run.topic.away(false);
        ControllerEpoch _ = run.term(run.topic.journal());

        assertNotBlockedAgain(run, rollback, "Kafka did not answer");
    }

    /// Its controller dies when it has let clients write again, and before it can say so.
    @Test
    void whatWasGivenUpIsNotBegunOnceMore() throws Exception {
        CutoverFixture run = CutoverFixture.cutOver(false);
        Request rollback = run.ask(Request.Kind.ROLLBACK, Map.of());
        run.cluster.around(what -> {
            if (what.equals("after block")) {
                run.run.target(0).index("client", "{}");
            }
            if (what.equals("after unblock") && run.cluster.takesWrites(TARGET)) {
                throw new CutoverFixture.Killed();
            }
        });
        assertThatThrownBy(run::control).isInstanceOf(CutoverFixture.Killed.class);

        assertNotBlockedAgain(run, rollback, "has given it up. Run 'rollback' again.");
    }

    private static void assertNotBlockedAgain(CutoverFixture run, Request rollback, String why) throws Exception {
        run.cluster.around(what -> assertThat(what).isNotEqualTo("before block"));
        run.control();
        assertThat(run.answer(rollback).outcome()).isEqualTo(Answer.Outcome.REFUSED);
        assertThat(run.answer(rollback).sentence()).contains(why);
        assertThat(run.cluster.takesWrites(TARGET)).isTrue();
    }

    @Test
    void aTargetWhoseMarkIsGoneIsFreedWithoutKafkaToo() throws Exception {
        CutoverFixture run = CutoverFixture.cutOver(false);
        run.ask(Request.Kind.ROLLBACK, Map.of());
        loseKafka(run, "after block");
        run.cluster.arrive(List.of(new AliasChange.Remove(TARGET, "Shardstream-x-Live")));
        run.switching.rescue().attempt();
        assertThat(run.cluster.takesWrites(TARGET)).isTrue();
    }

    @Test
    void aRollbackThatWasAskedForAgainAfterItWasFreedGoesOn() throws Exception {
        CutoverFixture run = CutoverFixture.cutOver(false);
        run.ask(Request.Kind.ROLLBACK, Map.of());
        loseKafka(run, "after block");
        run.switching.rescue().attempt();
        run.topic.away(false);
        run.control();

        Request again = run.ask(Request.Kind.ROLLBACK, Map.of());
        run.control();
        assertThat(run.answer(again).outcome()).isEqualTo(Answer.Outcome.DONE);
    }

    @Test
    void aBlockThatSomebodyLiftedWhileNobodyLookedIsNotSetAgain() throws Exception {
        CutoverFixture run = CutoverFixture.cutOver(false);
        Request rollback = run.ask(Request.Kind.ROLLBACK, Map.of());
        run.cluster.around(what -> {
            if (what.equals("before change")) {
                throw new CutoverFixture.Killed();
            }
        });
        assertThatThrownBy(run::control).isInstanceOf(CutoverFixture.Killed.class);
        run.cluster.block(TARGET, false);

        run.cluster.around(what -> assertThat(what).isNotEqualTo("before block"));
        run.control();
        assertThat(run.answer(rollback).outcome()).isEqualTo(Answer.Outcome.REFUSED);
        assertThat(run.answer(rollback).sentence()).contains("was lifted while nobody controlled the run");
    }

    @Test
    void whereverKafkaGoesAwayProductionIsOnOneIndexThatTakesWrites() throws Exception {
        int freed = 0;
        int back = 0;
        for (int call = 1; ; call++) {
            CutoverFixture run = CutoverFixture.cutOver(false);
            run.ask(Request.Kind.ROLLBACK, Map.of());
            AtomicInteger calls = new AtomicInteger();
            int last = call;
            run.cluster.around(_ -> run.topic.away(calls.incrementAndGet() >= last));
            try {
                run.control();
                break;
            } catch (TimeoutException e) {
                freed += run.cluster.takesWrites(TARGET) ? 0 : 1;
                run.switching.rescue().attempt();
            }
            run.cluster.around(_ -> {});
            boolean isBack = run.cluster.names(SOURCE).contains("places");
            back += isBack ? 1 : 0;
            assertThat(run.cluster.takesWrites(isBack ? SOURCE : TARGET))
                    .as("Kafka is away from call " + call)
                    .isTrue();
            run.topic.away(false);
            run.control();
            assertThat(run.cluster.takesWrites(run.cluster.names(SOURCE).contains("places") ? SOURCE : TARGET))
                    .isTrue();
        }
        assertThat(freed).isPositive();
        assertThat(back).isPositive();
    }

    /// Another process has blocked the target, and this one loses Kafka while it is about to lift that.
    @ParameterizedTest
    @EnumSource(Request.Kind.class)
    void whereverKafkaGoesAwayWhatAnotherProcessHasBlockedIsFreed(Request.Kind next) throws Exception {
        int freed = 0;
        for (int call = 1; ; call++) {
            CutoverFixture run = blockedByAnother();
            if (next != Request.Kind.ROLLBACK) {
                run.ask(next, Map.of());
            }
            AtomicInteger calls = new AtomicInteger();
            int last = call;
            run.cluster.around(_ -> run.topic.away(calls.incrementAndGet() >= last));
            try {
                run.control();
                break;
            } catch (TimeoutException e) {
                freed += run.cluster.takesWrites(TARGET) ? 0 : 1;
                run.switching.rescue().attempt();
            }
            boolean isBack = run.cluster.names(SOURCE).contains("places");
            assertThat(run.cluster.takesWrites(isBack ? SOURCE : TARGET))
                    .as("Kafka is away from call " + call)
                    .isTrue();
            run.cluster.around(_ -> {});
            run.topic.away(false);
            run.control();
            assertThat(run.cluster.takesWrites(run.cluster.names(SOURCE).contains("places") ? SOURCE : TARGET))
                    .isTrue();
            assertThat(RefusedWrites.of(run.topic.said())).isEmpty();
        }
        assertThat(freed).isPositive();
    }

    /// Clients have waited already.
    @Test
    void withoutKafkaWhatAnotherProcessHasBlockedWaitsNoLongerThanThat() throws Exception {
        CutoverFixture run = blockedByAnother();
        Instant since = run.topic
                .said()
                .of(OwnBlock.key(Side.TARGET), OwnBlock::decode)
                .orElseThrow()
                .since();
        run.run.pass(Duration.ofSeconds(15));
        run.ask(Request.Kind.ABORT, Map.of());
        run.cluster.around(_ -> run.topic.away(true));
        assertThatThrownBy(run::control).isInstanceOf(TimeoutException.class);
        assertThat(run.switching.rescue().due()).contains(since.plusSeconds(20));
    }

    @Test
    void withoutKafkaWhatAProcessHasBlockedWhoseClockWasAheadWaitsNoLongerForThat() throws Exception {
        CutoverFixture run = blockedByAnother();
        run.run.pass(Duration.ofMinutes(-5));
        run.ask(Request.Kind.ABORT, Map.of());
        run.cluster.around(_ -> run.topic.away(true));
        assertThatThrownBy(run::control).isInstanceOf(TimeoutException.class);
        assertThat(run.switching.rescue().due().orElseThrow())
                .isBeforeOrEqualTo(run.run.instant().plusSeconds(20));
    }

    /// One that was cut over, and whose target a rollback has blocked in a process that was killed then.
    private static CutoverFixture blockedByAnother() throws Exception {
        CutoverFixture run = CutoverFixture.cutOver(false);
        run.ask(Request.Kind.ROLLBACK, Map.of());
        run.once("after block", () -> {
            throw new CutoverFixture.Killed();
        });
        assertThatThrownBy(run::control).isInstanceOf(CutoverFixture.Killed.class);
        run.cluster.around(_ -> {});
        run.startedWith(
                new Settings(Duration.ofSeconds(20), 100, List.of("{\"size\":0}"), ReplaceIndex.NO, Optional.empty()));
        return run;
    }

    @Test
    void withoutKafkaABlockOfALaterControllerStays() throws Exception {
        CutoverFixture run = CutoverFixture.cutOver(false);
        run.ask(Request.Kind.ROLLBACK, Map.of());
        loseKafka(run, "after block");
        run.topic.away(false);
        assertThat(new Sides("x", run.term(run.topic.journal()), run.cluster, run.cluster)
                        .targetBlock()
                        .set())
                .isPresent();
        run.switching.rescue().attempt();
        assertThat(run.cluster.takesWrites(TARGET)).isFalse();
        assertThat(run.switching.rescue().due()).as("then or later").isEmpty();
    }

    private static void loseKafka(CutoverFixture run, String when) {
        run.once(when, () -> run.topic.away(true));
        assertThatThrownBy(run::control).isInstanceOf(TimeoutException.class);
        run.cluster.around(_ -> {});
    }
}
