package io.shardstream.control.console.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/// How long the ledger's consumer waits.
class LedgerClientsTest {
    /// Kafka Streams asks again at once, for as long as no broker answers.
    @Test
    void withoutPartitionsNoPollReturnsAtOnce() {
        assertThat(LedgerClients.atLeast(Duration.ZERO, false)).isPositive();
    }

    @Test
    void withPartitionsItIsAsAsked() {
        assertThat(LedgerClients.atLeast(Duration.ZERO, true)).isZero();
        assertThat(LedgerClients.atLeast(Duration.ofSeconds(1), true)).isEqualTo(Duration.ofSeconds(1));
        assertThat(LedgerClients.atLeast(Duration.ofSeconds(1), false)).isEqualTo(Duration.ofSeconds(1));
    }
}
