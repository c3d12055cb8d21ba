package io.shardstream.control.run.clean;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.control.run.clean.PreparationFence.Preparation;
import io.shardstream.control.state.finding.RunRefusedException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class PreparationFenceTest {
    private static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");
    private static final Preparation UNTOUCHED = new Preparation(false, Optional.empty());

    private final AtomicReference<Preparation> control = new AtomicReference<>(UNTOUCHED);

    @Test
    void aRunThatNobodyPreparesMayGo() {
        assertThatCode(() -> raise(() -> {})).doesNotThrowAnyException();
        control.set(lastWritten(UnplannedRun.MAY_BE_AT_WORK));
        assertThatCode(() -> raise(() -> {})).doesNotThrowAnyException();
    }

    /// Between the look of `clean` and its fence.
    @Test
    void aRunThatWasPreparedMeanwhileStays() {
        assertThatThrownBy(() -> raise(() -> control.set(new Preparation(true, Optional.of(NOW)))))
                .isInstanceOf(RunRefusedException.class)
                .hasMessageStartingWith("Run x was prepared since 'clean' looked, so nothing more of it is deleted.");
    }

    @Test
    void soDoesOneThatSomebodySeemsToPrepare() {
        assertThatThrownBy(() -> raise(() -> control.set(lastWritten(Duration.ofMinutes(1)))))
                .isInstanceOf(RunRefusedException.class)
                .hasMessage("Another process may be preparing run x: give 'clean' again in 4 minutes.");
    }

    private static Preparation lastWritten(Duration ago) {
        return new Preparation(false, Optional.of(NOW.minus(ago)));
    }

    private void raise(Runnable fence) {
        PreparationFence.raise("x", fence, control::get, NOW);
    }
}
