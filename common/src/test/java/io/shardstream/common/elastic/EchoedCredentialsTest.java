package io.shardstream.common.elastic;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.tls.ClientTlsSettings;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EchoedCredentialsTest {
    private static final String PAIR = base64("elastic:hunt/er2+\"x");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "You sent Authorization: %s",
                "{\"error\":{\"type\":\"t\",\"reason\":\"headers: authorization=[%s]\"}}",
                "{\"error\":\"%s\"}"
            })
    void whatSomethingInBetweenRepeatsOfARequestIsNotToldOn(String form) throws Exception {
        String sent = "Basic " + PAIR;
        HttpServer proxy = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        proxy.createContext("/", exchange -> {
            byte[] body = form.formatted(exchange.getRequestHeaders().getFirst("Authorization"))
                    .getBytes(UTF_8);
            exchange.sendResponseHeaders(502, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        proxy.start();
        ElasticSettings settings = new ElasticSettings(
                "source",
                List.of(URI.create("http://localhost:" + proxy.getAddress().getPort())),
                () -> Optional.of(sent),
                ClientTlsSettings.USUAL,
                Duration.ofSeconds(60),
                "test");
        try (ElasticCluster cluster = ElasticCluster.of(settings)) {
            Reply reply = cluster.send(Call.get("/"));
            assertThat(reply.errorReason()).contains("***").doesNotContain(PAIR);
            assertThatThrownBy(reply::orThrow).hasMessageContaining("***").hasMessageNotContaining(PAIR);
            assertThat(reply.body().utf8()).doesNotContain(PAIR);
        } finally {
            proxy.stop(0);
        }
    }

    @Test
    void aPasswordThatSomebodyHasDecodedIsNotToldOnEither() {
        String header = "Basic " + PAIR;
        assertThat(masked("user elastic:hunt/er2+\"x", header)).isEqualTo("user ***");
        assertThat(masked("pass=hunt/er2+\"x.", header)).isEqualTo("pass=***.");
        assertThat(masked("{\"pass\":\"hunt\\/er2+\\\"x\"}", header)).isEqualTo("{\"pass\":\"***\"}");
        assertThat(masked("{\"pass\":\"hunt/er2\\u002B\\u0022x\"}", header)).isEqualTo("{\"pass\":\"***\"}");
        assertThat(masked("?pass=hunt%2Fer2%2b%22x&b=c", header)).isEqualTo("?pass=***&b=c");
        assertThat(masked("<b>hunt/er2&#43;&quot;x</b>", header)).isEqualTo("<b>***</b>");
    }

    @Test
    void norIsOneRightBehindTheEscapeOfAnotherCharacter() {
        String header = "Basic " + base64("u:hunter22");
        assertThat(masked("p%3Dhunter22 \\u003dhunter22 \\thunter22 xhunter22", header))
                .isEqualTo("p%3D*** \\u003d*** \\t*** xhunter22");
    }

    @Test
    void anApiKeyAndATokenAreNeither() {
        String key = base64("VuaCfGcBCdbkQm:ui2lp2axTNmsyakw9tvNnw");
        assertThat(masked("ApiKey " + key + " ui2lp2axTNmsyakw9tvNnw", "ApiKey " + key))
                .isEqualTo("ApiKey *** ***");
        assertThat(masked("Bearer a.b-c_d==, a.b-c_d", "Bearer a.b-c_d==")).isEqualTo("Bearer ***, ***");
    }

    /// Decisions go by the words of servers.
    @Test
    void aPasswordThatIsAPartOfAServersWordsLeavesThem() {
        String type = "{\"error\":{\"type\":\"cluster_block_exception\",\"reason\":\"no such index [a]\"}}";
        for (String password : List.of("exception", "index", "")) {
            assertThat(masked(type, "Basic " + base64("u:" + password))).isEqualTo(type);
        }
        assertThat(masked(type, "Bearer ")).isEqualTo(type);
    }

    @Test
    void whatHoldsNothingOfThemIsLeftByteForByte() {
        Bytes odd = Bytes.of(new byte[] {(byte) 0xff, 'a', (byte) 0xc3});
        assertThat(EchoedCredentials.masked(odd, "Basic " + PAIR)).isEqualTo(odd);
    }

    private static String masked(String text, String header) {
        return EchoedCredentials.masked(Bytes.utf8(text), header).utf8();
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(UTF_8));
    }
}
