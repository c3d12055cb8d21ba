package io.shardstream.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClientAddressTest {
    @ParameterizedTest
    @ValueSource(strings = {"http://localhost:9200", "https://es-1.example", "http://[::1]:9200"})
    void whatTheClientTakesStaysAsItIs(String address) {
        assertThat(ClientAddress.of(URI.create(address))).hasToString(address);
    }

    @Test
    void aHostWithAnUnderscoreIsLookedUp() {
        URI asked = URI.create("http://es_1:9200");
        assertThat(ClientAddress.of(asked, _ -> InetAddress.ofLiteral("10.0.0.7")))
                .hasToString("http://10.0.0.7:9200");
        assertThat(ClientAddress.of(asked, _ -> InetAddress.ofLiteral("::1")))
                .hasToString("http://[0:0:0:0:0:0:0:1]:9200");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ClientAddress.of(asked, host -> {
                    throw new UnknownHostException(host);
                }))
                .withMessage("names the host es_1, whose address nobody knows: correct the name");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ClientAddress.of(URI.create("https://es_1:9200")))
                .withMessageContaining("no certificate can be checked");
    }
}
