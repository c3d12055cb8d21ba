package io.shardstream.control.preflight.server;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class NameFindingsTest {
    @Test
    void patternsThatMeetBothAreTold() {
        assertThat(NameFindings.of("orders", "orders-v2").orElseThrow().what())
                .startsWith("A pattern such as 'orders*' meets 'orders' and 'orders-v2'");
        assertThat(NameFindings.of("orders-1", "orders-2").orElseThrow().what()).contains("'orders-*'");
    }

    @Test
    void namesOfOtherBeginningsAreNot() {
        assertThat(NameFindings.of("orders", "v2-orders")).isEmpty();
        assertThat(NameFindings.of("orders", "or-2")).isEmpty();
    }
}
