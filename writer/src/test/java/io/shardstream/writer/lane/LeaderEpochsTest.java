package io.shardstream.writer.lane;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class LeaderEpochsTest {
    private final LeaderEpochs epochs = new LeaderEpochs();

    @Test
    void aCommitCarriesTheEpochOfTheLastRecordBelowIt() {
        epochs.add(10, Optional.of(1));
        epochs.add(11, Optional.of(1));
        epochs.add(12, Optional.of(4));
        assertThat(epochs.before(12)).contains(1);
        assertThat(epochs.before(12)).contains(1);
        assertThat(epochs.before(13)).contains(4);
        assertThat(epochs.before(100)).contains(4);
    }

    @Test
    void withoutARecordBelowThereIsNone() {
        assertThat(epochs.before(5)).isEmpty();
        epochs.add(10, Optional.of(1));
        assertThat(epochs.before(10)).isEmpty();
        epochs.add(11, Optional.empty());
        assertThat(epochs.before(12)).contains(1);
    }
}
