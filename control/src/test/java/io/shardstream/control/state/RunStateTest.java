package io.shardstream.control.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RunStateTest {
    @Test
    void aLaneThatWasCutTakesNothingFromWhatWaitsInAnother() {
        RunState cut = RunStates.state(List.of(9L, 4L), List.of(60L, 85L), List.of(100L, 50L));
        assertThat(cut.inKafka()).isEqualTo(35);
        assertThat(cut.backlogs()).containsExactly(0L, 3500L);
        assertThat(cut.isCut(Set.of())).isTrue();
    }

    @Test
    void noLaneIsCutWhereNoneEndsBelowWhatIsWritten() {
        RunState whole = RunStates.state(List.of(9L, 4L), List.of(100L, 85L), List.of(100L, 50L));
        assertThat(whole.isCut(Set.of())).isFalse();
        assertThat(whole.isCut(Set.of(1))).isTrue();
    }
}
