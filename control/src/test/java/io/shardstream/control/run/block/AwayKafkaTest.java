package io.shardstream.control.run.block;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.contract.record.Answer;
import io.shardstream.common.contract.record.OwnBlock;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.Request;
import io.shardstream.common.contract.record.Side;
import io.shardstream.control.index.cluster.Alias;
import io.shardstream.control.index.cluster.AliasChange;
import io.shardstream.control.run.cutover.CutoverFixture;
import io.shardstream.control.state.controller.ControllerEpoch;
import io.shardstream.control.state.controller.Rescue;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;

/// A cut-over that is taken back while Kafka is away, or as its controller is told to stop.
class AwayKafkaTest {
    private static final String SOURCE = CutoverFixture.SOURCE;
    private static final String TARGET = CutoverFixture.TARGET;

    private final CutoverFixture run = new CutoverFixture();
    private final Rescue rescue = run.switching.rescue();

    @Test
    void withoutKafkaATargetThatIsAwayBehindTheFenceDoesNotKeepTheSourceBlocked() throws Exception {
        run.ask(Request.Kind.CUTOVER, Map.of());
        loseKafka("before hasBulks");
        run.cluster.away(TARGET, true);
        rescue.attempt();
        assertThat(run.cluster.takesWrites(SOURCE)).isTrue();

        run.cluster.away(TARGET, false);
        run.topic.away(false);
        run.control();
        assertThat(run.isIn(Phase.CATCHING_UP)).isTrue();
        assertThat(run.cluster.names(TARGET)).containsExactly("Shardstream-x");
    }

    @Test
    void aControllerThatIsToldToStopTakesItsBlockBackFirst() throws Exception {
        Request request = run.ask(Request.Kind.CUTOVER, Map.of());
        AtomicBoolean leaving = new AtomicBoolean();
        run.once("after block", () -> leaving.set(true));
        run.control(run.term(run.topic.journal(), leaving::get));

        assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.ABORTED);
        assertThat(run.answer(request).sentence())
                .contains("the process that controlled the run was told to stop", "Clients write to 'cities' again");
        assertThat(run.cluster.takesWrites(SOURCE)).isTrue();
        assertThat(rescue.due()).isEmpty();
    }

    @Test
    void aControllerThatIsToldToStopBeforeItBlocksAnythingRefuses() throws Exception {
        Request request = run.ask(Request.Kind.CUTOVER, Map.of());
        AtomicBoolean leaving = new AtomicBoolean();
        run.once("before name", () -> leaving.set(true));
        run.control(run.term(run.topic.journal(), leaving::get));

        assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.REFUSED);
        assertThat(run.cluster.takesWrites(SOURCE)).isTrue();
    }

    @Test
    void whatIsBlockedIsFreedWithoutKafkaAndTheFirstRecordAfterwardsIsTheAbort() throws Exception {
        Request request = run.ask(Request.Kind.CUTOVER, Map.of());
        loseKafka("after block");
        assertThat(run.cluster.takesWrites(SOURCE)).isFalse();
        assertThat(rescue.due()).isPresent();

        rescue.attempt();
        assertThat(run.cluster.takesWrites(SOURCE)).isTrue();
        assertThat(rescue.due()).isEmpty();

        run.topic.away(false);
        ControllerEpoch back = run.term(run.topic.journal());
        run.topic.writes.clear();
        run.cluster.around(what -> assertThat(what).isNotIn("before block", "before change"));
        run.control(back);
        assertThat(run.topic.writes.getFirst()).contains("phase", Answer.key(request.id()));
        assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.ABORTED);
        assertThat(run.answer(request).sentence()).contains("Kafka did not answer");
        assertThat(run.isIn(Phase.CATCHING_UP)).isTrue();
        assertThat(run.topic.said().of(OwnBlock.key(Side.SOURCE), OwnBlock::decode))
                .isEmpty();
    }

    @Test
    void whereverKafkaGoesAwayProductionIsOnOneIndexThatTakesWrites() throws Exception {
        int freed = 0;
        for (int call = 1; ; call++) {
            CutoverFixture one = new CutoverFixture();
            one.ask(Request.Kind.CUTOVER, Map.of());
            AtomicInteger calls = new AtomicInteger();
            int last = call;
            one.cluster.around(_ -> one.topic.away(calls.incrementAndGet() >= last));
            try {
                one.control();
                break;
            } catch (TimeoutException e) {
                one.switching.rescue().attempt();
            }
            one.cluster.around(_ -> {});
            boolean isSwapped = one.cluster.names(TARGET).contains("places");
            assertThat(one.cluster.takesWrites(isSwapped ? TARGET : SOURCE))
                    .as("Kafka is away from call " + call)
                    .isTrue();
            assertThat(one.cluster.names(isSwapped ? SOURCE : TARGET)).doesNotContain("places");
            freed += one.switching.rescue().due().isEmpty() && !isSwapped ? 1 : 0;
            one.topic.away(false);
            one.control();
            assertThat(one.cluster.takesWrites(one.cluster.names(TARGET).contains("places") ? TARGET : SOURCE))
                    .isTrue();
            assertThat(one.isIn(Phase.CUTTING_OVER)).isFalse();
        }
        assertThat(freed).isPositive();
    }

    @Test
    void withoutKafkaTheTokenIsTakenAwayBeforeTheSourceIsFreed() throws Exception {
        run.ask(Request.Kind.CUTOVER, Map.of());
        loseKafkaAtTheSwap();
        assertThat(run.cluster.names(TARGET)).containsExactly("Shardstream-x-Swap-docs-2-1");
        run.cluster.around(what -> {
            if (what.equals("before unblock")) {
                assertThat(run.cluster.names(TARGET)).containsExactly("Shardstream-x");
            }
        });
        rescue.attempt();

        assertThat(run.cluster.takesWrites(SOURCE)).isTrue();
    }

    @Test
    void withoutKafkaNothingIsDoneWhereAnotherControllerHasPutItsToken() throws Exception {
        run.ask(Request.Kind.CUTOVER, Map.of());
        loseKafkaAtTheSwap();
        run.cluster.arrive(List.of(
                new AliasChange.Remove(TARGET, "Shardstream-x-Swap-docs-2-1"),
                new AliasChange.Add(TARGET, Alias.plain("Shardstream-x-Swap-docs-3-1"))));
        rescue.attempt();

        assertThat(run.cluster.takesWrites(SOURCE)).isFalse();
        assertThat(run.cluster.names(TARGET)).containsExactly("Shardstream-x-Swap-docs-3-1");
        assertThat(rescue.due()).as("then or later").isEmpty();
    }

    @Test
    void withoutKafkaNothingIsDoneWhenTheSwapHasHappened() throws Exception {
        run.ask(Request.Kind.CUTOVER, Map.of());
        run.cluster.around(what -> {
            if (what.equals("after change") && run.cluster.names(TARGET).contains("Shardstream-x-Live")) {
                run.topic.away(true);
            }
        });
        assertThatThrownBy(run::control).isInstanceOf(TimeoutException.class);
        rescue.attempt();

        assertThat(run.cluster.takesWrites(SOURCE)).isFalse();
        assertThat(rescue.due()).isEmpty();
    }

    @Test
    void withoutKafkaABlockOfALaterControllerStays() throws Exception {
        run.ask(Request.Kind.CUTOVER, Map.of());
        loseKafka("after block");
        String mine = run.cluster.blockNames(SOURCE).iterator().next();
        run.cluster.arrive(List.of(
                new AliasChange.Remove(SOURCE, mine),
                new AliasChange.Add(SOURCE, Alias.plain(mine.replace("-2-", "-3-")))));
        rescue.attempt();

        assertThat(run.cluster.takesWrites(SOURCE)).isFalse();
        assertThat(rescue.due()).isEmpty();
    }

    @Test
    void aRescueThatTheSourceDoesNotAnswerIsTriedAgain() throws Exception {
        run.ask(Request.Kind.CUTOVER, Map.of());
        loseKafka("after block");
        run.cluster.away(SOURCE, true);
        assertThatThrownBy(rescue::attempt).hasMessageContaining("does not answer");
        assertThat(rescue.due()).isPresent();

        run.cluster.away(SOURCE, false);
        rescue.attempt();
        assertThat(run.cluster.takesWrites(SOURCE)).isTrue();
    }

    /// Another controller has gone on meanwhile, and has blocked the source again.
    @Test
    void whatWasFreedWithoutKafkaIsNotSaidOfACutOverThatAnotherControllerWentOnWith() throws Exception {
        run.ask(Request.Kind.CUTOVER, Map.of());
        loseKafka("after block");
        rescue.attempt();
        run.topic.away(false);
        ControllerEpoch other = run.term(run.topic.journal());
        assertThat(new Sides("x", other, run.cluster, run.cluster).sourceBlock().set())
                .isPresent();

        run.control();
        assertThat(run.cluster.takesWrites(run.cluster.names(TARGET).contains("places") ? TARGET : SOURCE))
                .isTrue();
    }

    private void loseKafka(String when) {
        run.once(when, () -> run.topic.away(true));
        assertThatThrownBy(run::control).isInstanceOf(TimeoutException.class);
        run.cluster.around(_ -> {});
    }

    /// The swap is told, and not sent.
    private void loseKafkaAtTheSwap() {
        run.cluster.around(what -> {
            if (what.equals("before change") && run.isSwap()) {
                run.topic.away(true);
                throw new TimeoutException("away");
            }
        });
        assertThatThrownBy(run::control).isInstanceOf(TimeoutException.class);
        run.cluster.around(_ -> {});
    }
}
