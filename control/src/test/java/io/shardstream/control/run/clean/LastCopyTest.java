package io.shardstream.control.run.clean;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.control.state.RunState;
import io.shardstream.control.state.RunStates;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// Records that are deleted with the topics of a run whose source is gone.
class LastCopyTest {
    private static final long KEPT = 60;
    private static final RunState WAITING = RunStates.state(List.of(9L, 4L), List.of(100L, 50L), List.of(90L, 45L), 2);

    private final LastCopy last = new LastCopy("index 'cities' is gone", Optional.empty());

    @Test
    void whatWaitsCountsWhereLanesHoldWhatWasWritten() {
        assertThat(last.inKafkaOnly(WAITING, KEPT, Set.of())).isEqualTo(17);
    }

    @Test
    void allThatIsKeptCountsWhereALaneEndsBelowWhatIsWritten() {
        RunState cut = RunStates.state(List.of(9L, 4L), List.of(60L, 50L), List.of(90L, 45L), 2);
        assertThat(last.inKafkaOnly(cut, KEPT, Set.of())).isEqualTo(62);
    }

    @Test
    void soItDoesWhereALaneWasCutAndFilledUpAgain() {
        assertThat(last.inKafkaOnly(WAITING, KEPT, Set.of(1))).isEqualTo(62);
    }
}
