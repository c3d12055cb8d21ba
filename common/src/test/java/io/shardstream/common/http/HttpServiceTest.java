package io.shardstream.common.http;

import static io.shardstream.common.http.HttpServiceFixture.EVERYWHERE;
import static io.shardstream.common.http.HttpServiceFixture.HERE;
import static io.shardstream.common.http.HttpServiceFixture.READ_TOKEN;
import static io.shardstream.common.http.HttpServiceFixture.TOKEN;
import static io.shardstream.common.http.HttpServiceFixture.TOKENS;
import static io.shardstream.common.http.HttpServiceFixture.ask;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.runfile.Secret;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.util.AbstractList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Who may look and who may change something, and what is in the audit.
@Timeout(600)
class HttpServiceTest {
    private final HttpServiceFixture fixture = new HttpServiceFixture();
    private final List<String> changes = fixture.changes;
    private final BlockingQueue<String> audit = fixture.audit;
    private final List<HttpService> started = fixture.started;

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void whoIsOnThisMachineMayLookWithoutAToken() throws Exception {
        HttpService service = fixture.start(HERE, Optional.empty());

        assertThat(ask(service, "GET", "/look").body()).isEqualTo("seen");
        assertThat(ask(service, "GET", "/open").statusCode()).isEqualTo(204);
    }

    @Test
    void whoLooksFromElsewhereNeedsTheToken() throws Exception {
        HttpService service = fixture.start(EVERYWHERE, Optional.of(TOKEN));

        assertThat(ask(service, "GET", "/open").statusCode()).isEqualTo(204);
        assertThat(ask(service, "GET", "/look").statusCode()).isEqualTo(401);
        assertThat(ask(service, "GET", "/look", "Authorization", "Bearer " + TOKEN.toUpperCase(Locale.ROOT))
                        .statusCode())
                .isEqualTo(401);
        assertThat(ask(service, "GET", "/look", "Authorization", "Bearer " + TOKEN)
                        .body())
                .isEqualTo("seen");
    }

    @Test
    void nothingIsChangedWithoutTheTokenOnThisMachineEither() throws Exception {
        HttpService service = fixture.start(HERE, Optional.of(TOKEN));

        HttpResponse<String> refusal = ask(service, "POST", "/change");
        assertThat(refusal.statusCode()).isEqualTo(401);
        assertThat(refusal.headers().firstValue("WWW-Authenticate")).contains("Bearer");
        assertThat(changes).isEmpty();
        assertThat(ask(service, "POST", "/change", "Authorization", "Bearer " + TOKEN)
                        .statusCode())
                .isEqualTo(204);
        assertThat(changes).containsExactly("said");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {TOKEN, "Bearer", "Bearer a", "Bearer " + TOKEN + "x", "Bearer  " + TOKEN, "Digest " + TOKEN})
    void whatIsNotQuiteTheTokenIsNotTheToken(String authorization) throws Exception {
        HttpService service = fixture.start(HERE, Optional.of(TOKEN));

        assertThat(ask(service, "POST", "/change", "Authorization", authorization)
                        .statusCode())
                .isEqualTo(401);
    }

    @Test
    void nothingIsChangedWhereThereIsNoToken() throws Exception {
        HttpResponse<String> answer =
                ask(fixture.start(HERE, Optional.empty()), "POST", "/change", "Authorization", "Bearer null");

        assertThat(answer.statusCode()).isEqualTo(403);
        assertThat(answer.body()).contains("SHARDSTREAM_HTTP_TOKEN");
        assertThat(changes).isEmpty();
    }

    @Test
    void whereOthersReachItItDoesNotListenWithoutAToken() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Listening(EVERYWHERE, Optional.empty()))
                .withMessageContaining("SHARDSTREAM_HTTP_TOKEN");
    }

    @Test
    void theTokenForReadingLetsNobodyChangeAnything() throws Exception {
        HttpService service = fixture.start(EVERYWHERE, TOKENS);

        assertThat(ask(service, "GET", "/look", "Authorization", "Bearer " + READ_TOKEN)
                        .body())
                .isEqualTo("seen");
        HttpResponse<String> change = ask(service, "POST", "/change", "Authorization", "Bearer " + READ_TOKEN);
        assertThat(change.statusCode()).isEqualTo(403);
        assertThat(change.body()).contains("this token lets you look and change nothing");
        assertThat(change.headers().firstValue("WWW-Authenticate")).contains("Bearer error=\"insufficient_scope\"");
        assertThat(changes).isEmpty();
    }

    @Test
    void theTokenForReadingAloneLetsNobodyChangeAnything() throws Exception {
        HttpService service = fixture.start(EVERYWHERE, new Tokens(Optional.empty(), TOKENS.reader()));

        assertThat(ask(service, "GET", "/look", "Authorization", "Bearer " + READ_TOKEN)
                        .body())
                .isEqualTo("seen");
        assertThat(ask(service, "POST", "/change", "Authorization", "Bearer " + READ_TOKEN)
                        .statusCode())
                .isEqualTo(403);
    }

    @Test
    void oneTokenForBothIsRefused() {
        Optional<Secret> token = Optional.of(new Secret("${env:T}", TOKEN));

        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Tokens(token, token))
                .withMessageContaining("are the same")
                .withMessageNotContaining(TOKEN);
    }

    @Test
    void eachChangeIsALineOfTheAudit() throws Exception {
        HttpService service = fixture.start(HERE, TOKENS);

        for (int i = 0; i <= Audit.MOST; i++) {
            var _ = ask(service, "POST", "/change", "Authorization", "Bearer " + TOKEN);
            assertThat(audit.take())
                    .isEqualTo("Done over HTTP: /change said by operator, token, from 127.0.0.1: 204, ");
        }
    }

    @Test
    void aChangeThatFailsIsALineToo() throws Exception {
        HttpService service = fixture.start(HERE, TOKENS);

        var _ = ask(service, "POST", "/broken", "Authorization", "Bearer " + TOKEN);

        assertThat(audit.take())
                .startsWith("Not done over HTTP: /broken by operator, token, from 127.0.0.1: 500, that went wrong");
    }

    @Test
    void whoIsRefusedWithATokenIsALineWithoutTheToken() throws Exception {
        HttpService service = fixture.start(EVERYWHERE, TOKENS);

        // A browser asks so before it has a token.
        var _ = ask(service, "GET", "/look");
        var _ = ask(service, "GET", "/look", "Authorization", "Bearer wrong");
        assertThat(audit.take())
                .isEqualTo("Refused over HTTP: /look by nobody known, from 127.0.0.1: 401, the token is needed, as"
                        + " Authorization: Bearer and the token");

        var _ = ask(service, "POST", "/change");
        assertThat(audit.take()).startsWith("Refused over HTTP: /change by nobody known, from 127.0.0.1: 401, ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/open", "/look"})
    void whoTriesTokensWhereNoneIsNeededIsInTheAudit(String path) throws Exception {
        HttpService service = fixture.start(HERE, Optional.of(TOKEN));

        var _ = ask(service, "GET", path);
        var _ = ask(service, "GET", path, "Authorization", "Bearer " + TOKEN);
        var _ = ask(service, "GET", path, "Authorization", "Basic dXNlcjpwYXNzd29yZA==");
        var _ = ask(service, "GET", path, "Authorization", "Bearer a guess");
        var _ = ask(service, "GET", path, "Authorization", "bearer another guess");

        String line = "Refused over HTTP: " + path + " by nobody known, from 127.0.0.1: this token is not known";
        assertThat(audit.take()).isEqualTo(line);
        assertThat(audit.take()).isEqualTo(line);
        assertThat(audit).isEmpty();
    }

    @Test
    void aTokenThatCanBeGuessedIsRefusedWithoutBeingTold() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Listening(HERE, Optional.of(new Secret("${env:T}", "geheim-von-fünf"))))
                .withMessageContaining("${env:T}")
                .withMessageNotContaining("geheim");
    }

    @Test
    void sixteenCharactersAreEnoughForAToken() {
        assertThatNoException()
                .isThrownBy(() -> new Listening(EVERYWHERE, Optional.of(new Secret("${env:T}", "0123456789abcdef"))));
    }

    @ParameterizedTest
    @ValueSource(strings = {"bearer ", "BEARER "})
    void theSchemeOfATokenIsWrittenInAnyCase(String scheme) throws Exception {
        HttpService service = fixture.start(HERE, Optional.of(TOKEN));

        assertThat(ask(service, "POST", "/change", "Authorization", scheme + TOKEN)
                        .statusCode())
                .isEqualTo(204);
    }

    @Test
    void aTokenOfOneLetterIsRefusedHoweverLongItIs() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Listening(EVERYWHERE, Optional.of(new Secret("${env:T}", "a".repeat(64)))))
                .withMessageContaining("${env:T} can be guessed");
    }

    /// As secrets of Kubernetes have it that were made from a file.
    @ParameterizedTest
    @ValueSource(strings = {"a-token-of-the-tests-1\n", " a-token-of-the-tests-1"})
    void aTokenThatNoHeaderCarriesIsRefused(String token) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Listening(EVERYWHERE, Optional.of(new Secret("${env:T}", token))))
                .withMessageContaining("${env:T} begins or ends with a space, or has a line feed");
    }

    @Test
    void nobodyIsAnsweredAfterItsEnd() throws Exception {
        HttpService service = fixture.start(HERE, Optional.empty());
        int port = service.address().getPort();

        started.remove(service);
        service.close();

        assertThatThrownBy(() -> new Socket(InetAddress.getLoopbackAddress(), port).close())
                .isInstanceOf(ConnectException.class);
    }

    @Test
    void whatCannotBeStartedKeepsNoPort() throws Exception {
        int port = freePort();
        Listening where =
                new Listening(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), Optional.empty());
        List<Route> broken = new AbstractList<>() {
            @Override
            public Route get(int index) {
                throw new IllegalStateException("no routes");
            }

            @Override
            public int size() {
                return 1;
            }
        };

        assertThatThrownBy(() -> HttpService.start(where, broken)).hasMessage("no routes");

        started.add(HttpService.start(where, List.of()));
        assertThat(started.getLast().address().getPort()).isEqualTo(port);
    }

    private static int freePort() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return taken.getLocalPort();
        }
    }
}
