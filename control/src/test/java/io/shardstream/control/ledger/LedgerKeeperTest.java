package io.shardstream.control.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.kafka.KafkaConnection;
import io.shardstream.common.topic.RunTopics;
import io.shardstream.control.controller.Beside;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LedgerKeeperTest {
    private static final short REPLICATION = 1;

    @Test
    void aRunGoesOnWhoseLedgerCannotBeKept() {
        KafkaConnection nowhere = new KafkaConnection("no-such-host.invalid:9092", Map.of());
        LedgerKeeper keeper =
                LedgerKeeper.of(nowhere, new RunTopics("cities"), "docs-topic-id", Duration.ofSeconds(6), REPLICATION);

        try (Beside.Kept _ = keeper.begin()) {
            assertThat(keeper.read()).isEmpty();
        }
    }
}
