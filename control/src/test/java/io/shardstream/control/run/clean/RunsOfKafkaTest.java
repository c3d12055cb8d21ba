package io.shardstream.control.run.clean;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.RunPhase;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.loop.BlockedException;
import io.shardstream.control.run.block.KnownRuns;
import io.shardstream.control.state.RunStates;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.junit.jupiter.api.Test;

class RunsOfKafkaTest {
    private static final Instant END = Instant.EPOCH.plusSeconds(5);

    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.EPOCH);

    @Test
    void eachThatWasPreparedIsToldWithItsPlanAndWhetherItIsOver() {
        Map<String, ControlRecords> said =
                Map.of("a", said(Phase.CATCHING_UP), "b", said(Phase.ABORTED), "c", ControlRecords.NONE);
        KnownRuns.Seen seen = RunsOfKafka.read(
                List.of("a", "b", "c"),
                (topics, _) -> said.getOrDefault(topics.run(), ControlRecords.NONE),
                now::get,
                END);
        assertThat(seen.runs())
                .containsExactly(
                        new KnownRuns.Known("a", RunStates.PLAN, Phase.CATCHING_UP, false),
                        new KnownRuns.Known("b", RunStates.PLAN, Phase.ABORTED, true));
        assertThat(seen.unseen()).isEmpty();
    }

    @Test
    void whoCannotBeReadIsNamedAndKeepsNobodyFromBeingSeen() {
        KnownRuns.Seen seen = RunsOfKafka.read(
                List.of("a", "b", "c", "d"),
                (topics, _) -> switch (topics.run()) {
                    case "a" -> throw new TopicAuthorizationException("not allowed");
                    case "b" -> throw new BlockedException("record 'plan' cannot be read.");
                    case "c" -> throw new TimeoutException("no answer");
                    default -> said(Phase.BACKFILL);
                },
                now::get,
                END);
        assertThat(seen.runs()).extracting(KnownRuns.Known::run).containsExactly("d");
        assertThat(seen.unseen().orElseThrow())
                .startsWith("run a (")
                .endsWith("), run b (record 'plan' cannot be read), run c (no answer)");
    }

    /// Each takes all the time that it is given.
    @Test
    void nobodyWaitsForLongerThanTheTimeForAllOfThem() {
        List<Duration> given = new ArrayList<>();
        KnownRuns.Seen seen = RunsOfKafka.read(
                List.of("a", "b", "c", "d"),
                (topics, most) -> {
                    given.add(most);
                    now.updateAndGet(time -> time.plus(most));
                    if (topics.run().equals("c")) {
                        throw new TimeoutException("no answer");
                    }
                    return said(Phase.BACKFILL);
                },
                now::get,
                END);
        assertThat(given).containsExactly(Duration.ofSeconds(2), Duration.ofSeconds(2), Duration.ofSeconds(1));
        assertThat(now.get()).isEqualTo(END);
        assertThat(seen.runs()).extracting(KnownRuns.Known::run).containsExactly("a", "b");
        assertThat(seen.unseen())
                .isEqualTo(Optional.of("run c (no answer), run d (there was no time to read what it says)"));
    }

    @Test
    void whoIsToldToStopStops() {
        assertThatThrownBy(() -> RunsOfKafka.read(
                        List.of("a"),
                        (_, _) -> {
                            throw new InterruptException("stop");
                        },
                        now::get,
                        END))
                .isInstanceOf(InterruptException.class);
        assertThat(Thread.interrupted()).isTrue();
    }

    private static ControlRecords said(Phase phase) {
        return new ControlRecords(
                Map.of(RunPlan.KEY, RunStates.PLAN.encode(), RunPhase.KEY, new RunPhase(phase, 1, "").encode()));
    }
}
