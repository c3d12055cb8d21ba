package io.shardstream.control.console.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.kafka.KafkaConnection;
import io.shardstream.control.state.RunStates;
import io.shardstream.control.state.controller.Beside;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LedgerKeeperTest {
    private static final short REPLICATION = 1;

    @Test
    void aRunGoesOnWhoseLedgerCannotBeKept() {
        LedgerKeeper keeper = keeper("no-such-host.invalid:9092");

        try (Beside.Kept _ = keeper.begin()) {
            assertThat(keeper.state())
                    .isInstanceOf(LedgerState.Broken.class)
                    .asString()
                    .contains("bootstrap");
        }
    }

    @Test
    void beforeAndAfterwardsItIsKeptElsewhere() {
        LedgerKeeper keeper = keeper("no-such-host.invalid:9092");
        LedgerState before = keeper.state();
        keeper.begin().close();

        assertThat(before).isEqualTo(new LedgerState.Elsewhere());
        assertThat(keeper.state()).isEqualTo(new LedgerState.Elsewhere());
    }

    @Test
    void whileKafkaDoesNotAnswerItIsBeingRestoredAndWritesNoFile() {
        LedgerKeeper keeper = keeper("127.0.0.1:1");

        try (Beside.Kept _ = keeper.begin()) {
            assertThat(keeper.state()).isEqualTo(new LedgerState.Restoring(""));
        }
        assertThat(LedgerSettings.FOLDER).doesNotExist();
    }

    private static LedgerKeeper keeper(String kafka) {
        return LedgerKeeper.of(
                new KafkaConnection(kafka, Map.of()),
                new RunTopics("cities"),
                RunStates.PLAN,
                Duration.ofSeconds(6),
                REPLICATION);
    }
}
