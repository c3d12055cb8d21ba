package io.shardstream.control.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/// How long the ledger's consumer waits.
class LedgerClientsTest {
    /// Kafka Streams asks again at once, for as long as no broker answers.
    @Test
    void withoutPartitionsNoPollReturnsAtOnce() {
        assertThat(LedgerClients.wait(Duration.ZERO, false)).isPositive();
    }

    @Test
    void withPartitionsItIsAsAsked() {
        assertThat(LedgerClients.wait(Duration.ZERO, true)).isZero();
        assertThat(LedgerClients.wait(Duration.ofSeconds(1), true)).isEqualTo(Duration.ofSeconds(1));
        assertThat(LedgerClients.wait(Duration.ofSeconds(1), false)).isEqualTo(Duration.ofSeconds(1));
    }
}
