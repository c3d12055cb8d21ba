package io.shardstream.control.clean;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.record.RunPlan;
import io.shardstream.control.refusal.RunRefusedException;
import io.shardstream.control.state.RunStates;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class PreparationFenceTest {
    private static final ControlRecords PLANNED = new ControlRecords(Map.of(RunPlan.KEY, RunStates.PLAN.encode()));

    private final AtomicReference<Optional<ControlRecords>> control = new AtomicReference<>(Optional.empty());

    @Test
    void aRunThatNobodyPreparesMayGo() {
        assertThatCode(() -> raise(() -> {})).doesNotThrowAnyException();
        control.set(Optional.of(ControlRecords.NONE));
        assertThatCode(() -> raise(() -> {})).doesNotThrowAnyException();
    }

    /// Between the look of `clean` and its fence.
    @Test
    void aRunThatWasPreparedMeanwhileStays() {
        control.set(Optional.of(ControlRecords.NONE));
        assertThatThrownBy(() -> raise(() -> control.set(Optional.of(PLANNED))))
                .isInstanceOf(RunRefusedException.class)
                .hasMessageStartingWith("Run x was prepared since 'clean' looked, so nothing more of it is deleted.");
    }

    private void raise(Runnable fence) {
        PreparationFence.raise("x", fence, control::get, Instant.EPOCH);
    }
}
