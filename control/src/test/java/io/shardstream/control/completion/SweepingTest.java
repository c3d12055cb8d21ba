package io.shardstream.control.completion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.control.sweep.Sweep;
import io.shardstream.control.words.MemoryRun;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;

class SweepingTest {
    private final MemoryRun run = new MemoryRun(1, 1);
    private final AtomicInteger sweeps = new AtomicInteger();
    private final Sweeping sweeping = new Sweeping(
            waits -> new Sweep(run.compared(), run, waits, 1000),
            run.sleeper(),
            Duration.ofSeconds(10),
            () -> true,
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
}
