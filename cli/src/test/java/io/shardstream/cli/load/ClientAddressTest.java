package io.shardstream.cli.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.net.URI;
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
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ClientAddress.of(URI.create("http://no_such_host.invalid:9200")))
                .withMessage("names the host no_such_host.invalid, whose address nobody knows: correct the name");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ClientAddress.of(URI.create("https://es_1:9200")))
                .withMessageContaining("no certificate can be checked");
    }
}
