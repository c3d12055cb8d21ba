package io.shardstream.common.elastic;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HostAndPortTest {
    @ParameterizedTest
    @ValueSource(
            strings = {"localhost:9200", "es_node_4:9200", "10.0.0.3:1", "[::1]:65535", "es-1.example", "[fe80::1]"})
    void isReadAndSaidAlike(String text) {
        assertThat(HostAndPort.of(text)).map(HostAndPort::toString).contains(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", ":9200", "a b:1", "h:0", "h:65536", "h:123456", "h:", "::1:9200", "u@h:1", "h:1:2", "[h]:1"})
    void whatIsNoHostIsNone(String text) {
        assertThat(HostAndPort.of(text)).isEmpty();
    }
}
