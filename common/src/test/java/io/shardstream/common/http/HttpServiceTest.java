package io.shardstream.common.http;

import static java.nio.charset.StandardCharsets.UTF_8;
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
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.InstantSource;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(600)
class HttpServiceTest {
    private static final String TOKEN = "a token that nobody guesses";
    private static final String READ_TOKEN = "another token that nobody guesses";
    private static final Tokens TOKENS = new Tokens(
            Optional.of(new Secret("${env:TOKEN}", TOKEN)), Optional.of(new Secret("${env:READ}", READ_TOKEN)));
    private static final InetSocketAddress HERE = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    private static final InetSocketAddress EVERYWHERE = new InetSocketAddress("0.0.0.0", 0);

    private final List<String> changes = new ArrayList<>();
    private final BlockingQueue<String> audit = new LinkedBlockingQueue<>();
    private final List<HttpService> started = new ArrayList<>();

    @AfterEach
    void close() {
        started.forEach(HttpService::close);
    }

    @Test
    void whoIsOnThisMachineMayLookWithoutAToken() throws Exception {
        HttpService service = start(HERE, Optional.empty());

        assertThat(ask(service, "GET", "/look").body()).isEqualTo("seen");
        assertThat(ask(service, "GET", "/open").statusCode()).isEqualTo(204);
    }

    @Test
    void whoLooksFromElsewhereNeedsTheToken() throws Exception {
        HttpService service = start(EVERYWHERE, Optional.of(TOKEN));

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
        HttpService service = start(HERE, Optional.of(TOKEN));

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
        HttpService service = start(HERE, Optional.of(TOKEN));

        assertThat(ask(service, "POST", "/change", "Authorization", authorization)
                        .statusCode())
                .isEqualTo(401);
    }

    @Test
    void nothingIsChangedWhereThereIsNoToken() throws Exception {
        HttpResponse<String> answer =
                ask(start(HERE, Optional.empty()), "POST", "/change", "Authorization", "Bearer null");

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
        HttpService service = start(EVERYWHERE, TOKENS);

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
        HttpService service = start(EVERYWHERE, new Tokens(Optional.empty(), TOKENS.reader()));

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
        HttpService service = start(HERE, TOKENS);

        for (int i = 0; i <= Audit.MOST; i++) {
            var _ = ask(service, "POST", "/change", "Authorization", "Bearer " + TOKEN);
            assertThat(audit.take())
                    .isEqualTo("Done over HTTP: /change said by operator, token, from 127.0.0.1: 204, ");
        }
    }

    @Test
    void aChangeThatFailsIsALineToo() throws Exception {
        HttpService service = start(HERE, TOKENS);

        var _ = ask(service, "POST", "/broken", "Authorization", "Bearer " + TOKEN);

        assertThat(audit.take())
                .startsWith("Not done over HTTP: /broken by operator, token, from 127.0.0.1: 500, that went wrong");
    }

    @Test
    void whoIsRefusedWithATokenIsALineWithoutTheToken() throws Exception {
        HttpService service = start(EVERYWHERE, TOKENS);

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
        HttpService service = start(HERE, Optional.of(TOKEN));

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
    void headIsAnsweredAsGetWithoutABody() throws Exception {
        HttpService service = start(HERE, Optional.empty());

        String answer = raw(service, "HEAD /look HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");

        assertThat(answer)
                .startsWith("HTTP/1.1 200")
                .containsIgnoringCase("Content-Length: 4\r\n")
                .endsWith("\r\n\r\n");
        assertThat(ask(service, "HEAD", "/elsewhere").statusCode()).isEqualTo(404);
        assertThat(ask(service, "HEAD", "/change").statusCode()).isEqualTo(405);
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

    @Test
    void anAddressThatNobodyKnowsIsToldByItsName() {
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        new Listening(InetSocketAddress.createUnresolved("no-such-host.invalid", 0), Optional.empty()))
                .withMessage("nobody knows the address of no-such-host.invalid");
    }

    @ParameterizedTest
    @CsvSource({
        "evil.example, 403",
        "localhost.evil.example, 403",
        "127.0.0.1.evil.example:80, 403",
        "evil.localhost, 403",
        "128.0.0.1, 403",
        "localhost, 200",
        "localhost:8080, 200",
        "127.0.0.1:80, 200",
        "[::1]:80, 200"
    })
    void aPageElsewhereCannotAskByANameOfItsOwn(String host, String status) throws Exception {
        HttpService service = start(HERE, Optional.empty());

        assertThat(raw(service, "GET /look HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 " + status);
    }

    /// Case C-59: what a proxy could take for another path or host than this process does.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET //x/look HTTP/1.1\r\nHost: localhost",
                "GET http://localhost/look HTTP/1.1\r\nHost: localhost",
                "GET /%6cook HTTP/1.1\r\nHost: localhost",
                "GET /a%2flook HTTP/1.1\r\nHost: localhost",
                "GET /look#x HTTP/1.1\r\nHost: localhost",
                "GET /look HTTP/1.1\r\nHost: localhost\r\nHost: evil.example",
                "GET /look HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer a\r\nAuthorization: Bearer b"
            })
    void whatCanBeUnderstoodInTwoWaysIsRefused(String head) throws Exception {
        HttpService service = start(HERE, Optional.empty());

        assertThat(raw(service, head + "\r\nConnection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 400")
                .contains("{\"error\":\"a ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"zzz\r\nsaid\r\n", "4\r\nsa"})
    void aBrokenBodyIsAnsweredAndInTheAudit(String body) throws Exception {
        HttpService service = start(HERE, Optional.of(TOKEN));

        String answer = raw(
                service,
                "POST /change HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n"
                        + "Authorization: Bearer " + TOKEN + "\r\n\r\n" + body);

        assertThat(answer).startsWith("HTTP/1.1 400").contains("the body of the request is broken");
        assertThat(changes).isEmpty();
        assertThat(audit.take()).contains("/change by operator", ": 400, the body of the request is broken");
    }

    @Test
    void aBodyThatIsNoTextIsRefused() throws Exception {
        HttpService service = start(HERE, Optional.of(TOKEN));
        HttpRequest request = HttpRequest.newBuilder(uri(service, "/change"))
                .header("Authorization", "Bearer " + TOKEN)
                .POST(BodyPublishers.ofByteArray(new byte[] {'{', (byte) 0xff, '}'}))
                .build();

        assertThat(send(request).statusCode()).isEqualTo(400);
        assertThat(changes).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"bearer ", "BEARER "})
    void theSchemeOfATokenIsWrittenInAnyCase(String scheme) throws Exception {
        HttpService service = start(HERE, Optional.of(TOKEN));

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
    void whoDoesNotSayWhomHeAsksIsNotAnswered() throws Exception {
        HttpService service = start(HERE, Optional.empty());

        assertThat(raw(service, "GET /look HTTP/1.0\r\n\r\n")).startsWith("HTTP/1.1 403");
    }

    @Test
    void anotherPageCanNeitherShowAnAnswerNorKeepIt() throws Exception {
        Map<String, List<String>> headers =
                ask(start(HERE, Optional.empty()), "GET", "/look").headers().map();

        assertThat(headers)
                .containsEntry("cache-control", List.of("no-store"))
                .containsEntry("x-frame-options", List.of("DENY"))
                .containsEntry("x-content-type-options", List.of("nosniff"))
                .containsEntry("content-security-policy", List.of("default-src 'self'; frame-ancestors 'none'"));
    }

    @Test
    void nobodyIsAnsweredAfterItsEnd() throws Exception {
        HttpService service = start(HERE, Optional.empty());
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

    @Test
    void aPathThatIsNotThereAndAMethodThatIsNotKnownAreTold() throws Exception {
        HttpService service = start(HERE, Optional.empty());

        assertThat(ask(service, "GET", "/elsewhere").statusCode()).isEqualTo(404);
        assertThat(ask(service, "GET", "/look/further").statusCode()).isEqualTo(404);
        HttpResponse<String> answer = ask(service, "DELETE", "/look");
        assertThat(answer.statusCode()).isEqualTo(405);
        assertThat(answer.headers().firstValue("Allow")).contains("GET, HEAD");
    }

    @Test
    void aRequestThatCannotBeAnsweredDoesNotEndTheService() throws Exception {
        HttpService service = start(HERE, Optional.empty());

        assertThat(ask(service, "GET", "/broken").statusCode()).isEqualTo(500);
        assertThat(ask(service, "GET", "/look").statusCode()).isEqualTo(200);
    }

    @Test
    void aRequestThatIsAsLongAsItMayBeIsTaken() throws Exception {
        HttpService service = start(HERE, Optional.of(TOKEN));
        HttpRequest request = HttpRequest.newBuilder(uri(service, "/change"))
                .header("Authorization", "Bearer " + TOKEN)
                .POST(BodyPublishers.ofString("x".repeat(Exchange.LONGEST_BODY)))
                .build();

        assertThat(send(request).statusCode()).isEqualTo(204);
    }

    @Test
    void aParameterIsTakenAsItWasMeant() throws Exception {
        HttpService service = start(HERE, Optional.empty());

        assertThat(ask(service, "GET", "/echo?a=1&say=a%26b+c&say=d").body()).isEqualTo("a&b c");
    }

    /// The JDK's server refuses what is no valid URL before anything of ours sees it; decoding would fail at it.
    @ParameterizedTest
    @ValueSource(strings = {"/echo?say=%zz", "/echo?say=%", "/echo?say=%e", "/%zz"})
    void aRequestThatIsNotEncodedAsItMustBeIsRefusedAsItsSendersMistake(String path) throws Exception {
        HttpService service = start(HERE, Optional.empty());

        assertThat(raw(service, "GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 400");
        assertThat(ask(service, "GET", "/look").statusCode()).isEqualTo(200);
    }

    @Test
    void aRequestThatIsTooLongIsRefused() throws Exception {
        HttpService service = start(HERE, Optional.of(TOKEN));
        HttpRequest request = HttpRequest.newBuilder(uri(service, "/change"))
                .header("Authorization", "Bearer " + TOKEN)
                .POST(BodyPublishers.ofString("x".repeat(Exchange.LONGEST_BODY + 1)))
                .build();

        assertThat(send(request).statusCode()).isEqualTo(413);
        assertThat(changes).isEmpty();
    }

    private HttpService start(InetSocketAddress address, Optional<String> token) throws IOException {
        return start(new Listening(address, token.map(text -> new Secret("${env:TOKEN}", text))));
    }

    private HttpService start(InetSocketAddress address, Tokens tokens) throws IOException {
        return start(new Listening(address, tokens, Optional.empty(), Set.of()));
    }

    private HttpService start(Listening where) throws IOException {
        HttpService service = HttpService.start(
                where,
                List.of(
                        Route.get(
                                "/open", AccessPolicy.OPEN, exchange -> exchange.send(204, "text/plain", new byte[0])),
                        Route.get(
                                "/look",
                                AccessPolicy.READ,
                                exchange -> exchange.send(200, "text/plain", "seen".getBytes(UTF_8))),
                        Route.get(
                                "/echo",
                                AccessPolicy.READ,
                                exchange -> exchange.send(
                                        200,
                                        "text/plain",
                                        exchange.parameter("say").orElse("").getBytes(UTF_8))),
                        Route.get("/broken", AccessPolicy.READ, _ -> {
                            throw new IllegalStateException("broken on purpose");
                        }),
                        Route.post("/broken", _ -> {
                            throw new IllegalStateException("broken on purpose");
                        }),
                        Route.post("/change", exchange -> {
                            if (exchange.body().isPresent()) {
                                changes.add("said");
                                exchange.wants("said");
                                exchange.send(204, "text/plain", new byte[0]);
                            }
                        })),
                new Audit(InstantSource.system(), audit::add));
        started.add(service);
        return service;
    }

    private static HttpResponse<String> ask(HttpService service, String method, String path, String... headers)
            throws Exception {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(uri(service, path)).method(method, BodyPublishers.noBody());
        if (headers.length > 0) {
            request.headers(headers);
        }
        return send(request.build());
    }

    private static HttpResponse<String> send(HttpRequest request) throws Exception {
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(request, BodyHandlers.ofString());
        }
    }

    private static URI uri(HttpService service, String path) {
        return URI.create("http://127.0.0.1:" + service.address().getPort() + path);
    }

    private static String raw(HttpService service, String request) throws IOException {
        try (Socket socket =
                new Socket(InetAddress.getLoopbackAddress(), service.address().getPort())) {
            socket.getOutputStream().write(request.getBytes(UTF_8));
            socket.shutdownOutput();
            return new String(socket.getInputStream().readAllBytes(), UTF_8);
        }
    }
}
