package io.shardstream.control.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.control.compare.sweep.Sweep;
import io.shardstream.control.compare.version.MemoryRun;
import io.shardstream.control.state.Behind;
import io.shardstream.control.state.RunStates;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;

class SweepingTest {
    private final MemoryRun run = new MemoryRun(1, 1);
    private final AtomicInteger sweeps = new AtomicInteger();
    private final SweepFailures failures = new SweepFailures(run);
    private final Sweeping sweeping = new Sweeping(
            waits -> new Sweep(run.compared(), run, waits, 1000),
            run.sleeper(),
            Duration.ofSeconds(10),
            () -> true,
            failures,
            run);

    private void sweepsTake(Duration time) {
        run.source(0).before(call -> {
            if (call.equals("deletes")) {
                sweeps.incrementAndGet();
                run.pass(time);
            }
        });
    }

    private int sweepsAfter(int seconds) throws Exception {
        run.pass(Duration.ofSeconds(seconds));
        sweeping.sweepIfDue(() -> {});
        return sweeps.get();
    }

    @Test
    void aSweepFollowsTheLastOneAfterTheTimeThatIsSet() throws Exception {
        sweepsTake(Duration.ofSeconds(1));

        assertThat(sweepsAfter(0)).isEqualTo(1);
        assertThat(sweepsAfter(9)).isEqualTo(1);
        assertThat(sweepsAfter(1)).isEqualTo(2);
    }

    /// Controlling begins anew a second later.
    @Test
    void aSweepThatEndsControllingDoesNotBeginAgainAtOnce() throws Exception {
        sweepsTake(Duration.ofSeconds(1));
        assertThatThrownBy(() -> sweeping.sweepIfDue(() -> {
                    throw new TimeoutException("a write was given up");
                }))
                .isInstanceOf(KafkaException.class);
        int begun = sweeps.get();

        assertThat(sweepsAfter(1)).isEqualTo(begun);
        assertThat(sweepsAfter(9)).isGreaterThan(begun);
    }

    @Test
    void sweepsTakeATenthOfTheTimeAtMost() throws Exception {
        sweepsTake(Duration.ofSeconds(20));

        assertThat(sweepsAfter(0)).isEqualTo(1);
        assertThat(sweepsAfter(179)).isEqualTo(1);
        assertThat(sweepsAfter(1)).isEqualTo(2);
    }

    /// A server that is away for a moment, or a shard that moves, fails one sweep or two.
    @Test
    void threeThatFailInARowAreToldUntilOneDoesNot() throws Exception {
        fails(true);
        sweepsAfter(0);
        sweepsAfter(10);
        assertThat(why()).isEqualTo("a replica");
        sweepsAfter(10);
        assertThat(why())
                .isEqualTo("a replica; the last 3 sweeps have failed, and what the source has deleted meanwhile stays"
                        + " in the target: no answer");
        fails(false);
        sweepsAfter(10);
        assertThat(why()).isEqualTo("a replica");
    }

    /// Another process may control the run.
    @Test
    void whatIsNotRenewedIsNotToldForLong() throws Exception {
        fails(true);
        for (int i = 0; i < 3; i++) {
            sweepsAfter(10);
        }
        run.pass(Duration.ofSeconds(60));
        assertThat(why()).contains("have failed");
        run.pass(Duration.ofSeconds(10));
        assertThat(why()).isEqualTo("a replica");
    }

    @Test
    void whatHasFailedBeforeAnotherProcessControlledTheRunIsNotCounted() throws Exception {
        fails(true);
        for (int i = 0; i < 3; i++) {
            sweepsAfter(10);
        }
        sweepsAfter(7_200);
        assertThat(why()).isEqualTo("a replica");
        sweepsAfter(10);
        assertThat(why()).isEqualTo("a replica");
        sweepsAfter(10);
        assertThat(why()).contains("the last 3 sweeps have failed");
    }

    @Test
    void whoHasNotAnsweredIsNamedWithinTheSentence() throws Exception {
        run.source(0).before(_ -> fail(new ElasticException.Malformed("source did not say what it is")));
        for (int i = 0; i < 3; i++) {
            sweepsAfter(100);
        }
        assertThat(why()).endsWith("stays in the target: the source did not say what it is");
    }

    private String why() {
        return failures.with(_ -> Optional.of(new Behind(0, "a replica")))
                .of(RunStates.state(List.of(0L), List.of(0L), List.of(0L)))
                .orElseThrow()
                .waitsFor();
    }

    @SuppressWarnings("unchecked")
    private static <E extends Exception> void fail(Exception failure) throws E {
        throw (E) failure;
    }

    private void fails(boolean does) {
        run.source(0).before(call -> {
            if (does) {
                throw new TimeoutException("no answer");
            }
        });
    }
}
