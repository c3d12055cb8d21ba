package io.shardstream.common.kafka;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.apache.kafka.common.KafkaException;
import org.junit.jupiter.api.Test;

/// Hosts below `.invalid` exist nowhere (RFC 2606).
class KafkaConnectionTest {
    @Test
    void hostsThatNobodyKnowsAreNamed() {
        KafkaConnection kafka = new KafkaConnection("a.invalid:9092,b.invalid:9092", Map.of());
        String sentence = "no host of a.invalid:9092,b.invalid:9092 is known on this machine: is kafka.bootstrap right"
                + " in the run file?";
        assertThatThrownBy(() -> kafka.admin("test"))
                .isInstanceOf(KafkaException.class)
                .hasMessage(sentence)
                .hasNoCause();
        assertThatThrownBy(() -> kafka.producer("test", Map.of())).hasMessage(sentence);
        assertThatThrownBy(() -> kafka.consumer("test", Map.of())).hasMessage(sentence);
    }

    @Test
    void aPropertyThatTheClientRefusesIsNotTakenForAnUnknownHost() {
        KafkaConnection kafka = new KafkaConnection("127.0.0.1:1", Map.of("security.protocol", "SASL"));
        assertThatThrownBy(() -> kafka.admin("test")).hasMessageContaining("security.protocol");
    }
}
