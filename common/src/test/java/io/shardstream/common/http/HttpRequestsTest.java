package io.shardstream.common.http;

import static io.shardstream.common.http.HttpServiceFixture.HERE;
import static io.shardstream.common.http.HttpServiceFixture.TOKEN;
import static io.shardstream.common.http.HttpServiceFixture.ask;
import static io.shardstream.common.http.HttpServiceFixture.raw;
import static io.shardstream.common.http.HttpServiceFixture.send;
import static io.shardstream.common.http.HttpServiceFixture.uri;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.net.InetSocketAddress;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// How requests are understood and answered, and which are refused.
@Timeout(600)
class HttpRequestsTest {
    private final HttpServiceFixture fixture = new HttpServiceFixture();
    private final List<String> changes = fixture.changes;
    private final BlockingQueue<String> audit = fixture.audit;

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void headIsAnsweredAsGetWithoutABody() throws Exception {
        HttpService service = fixture.start(HERE, Optional.empty());

        String answer = raw(service, "HEAD /look HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");

        assertThat(answer)
                .startsWith("HTTP/1.1 200")
                .containsIgnoringCase("Content-Length: 4\r\n")
                .endsWith("\r\n\r\n");
        assertThat(ask(service, "HEAD", "/elsewhere").statusCode()).isEqualTo(404);
        assertThat(ask(service, "HEAD", "/change").statusCode()).isEqualTo(405);
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
        HttpService service = fixture.start(HERE, Optional.empty());

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
        HttpService service = fixture.start(HERE, Optional.empty());

        assertThat(raw(service, head + "\r\nConnection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 400")
                .contains("{\"error\":\"a ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"zzz\r\nsaid\r\n", "4\r\nsa"})
    void aBrokenBodyIsAnsweredAndInTheAudit(String body) throws Exception {
        HttpService service = fixture.start(HERE, Optional.of(TOKEN));

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
        HttpService service = fixture.start(HERE, Optional.of(TOKEN));
        HttpRequest request = HttpRequest.newBuilder(uri(service, "/change"))
                .header("Authorization", "Bearer " + TOKEN)
                .POST(BodyPublishers.ofByteArray(new byte[] {'{', (byte) 0xff, '}'}))
                .build();

        assertThat(send(request).statusCode()).isEqualTo(400);
        assertThat(changes).isEmpty();
    }

    @Test
    void whoDoesNotSayWhomHeAsksIsNotAnswered() throws Exception {
        HttpService service = fixture.start(HERE, Optional.empty());

        assertThat(raw(service, "GET /look HTTP/1.0\r\n\r\n")).startsWith("HTTP/1.1 403");
    }

    @Test
    void anotherPageCanNeitherShowAnAnswerNorKeepIt() throws Exception {
        Map<String, List<String>> headers = ask(fixture.start(HERE, Optional.empty()), "GET", "/look")
                .headers()
                .map();

        assertThat(headers)
                .containsEntry("cache-control", List.of("no-store"))
                .containsEntry("x-frame-options", List.of("DENY"))
                .containsEntry("x-content-type-options", List.of("nosniff"))
                .containsEntry("content-security-policy", List.of("default-src 'self'; frame-ancestors 'none'"));
    }

    @Test
    void aPathThatIsNotThereAndAMethodThatIsNotKnownAreTold() throws Exception {
        HttpService service = fixture.start(HERE, Optional.empty());

        assertThat(ask(service, "GET", "/elsewhere").statusCode()).isEqualTo(404);
        assertThat(ask(service, "GET", "/look/further").statusCode()).isEqualTo(404);
        HttpResponse<String> answer = ask(service, "DELETE", "/look");
        assertThat(answer.statusCode()).isEqualTo(405);
        assertThat(answer.headers().firstValue("Allow")).contains("GET, HEAD");
    }

    @Test
    void aRequestThatCannotBeAnsweredDoesNotEndTheService() throws Exception {
        HttpService service = fixture.start(HERE, Optional.empty());

        assertThat(ask(service, "GET", "/broken").statusCode()).isEqualTo(500);
        assertThat(ask(service, "GET", "/look").statusCode()).isEqualTo(200);
    }

    @Test
    void aRequestThatIsAsLongAsItMayBeIsTaken() throws Exception {
        HttpService service = fixture.start(HERE, Optional.of(TOKEN));
        HttpRequest request = HttpRequest.newBuilder(uri(service, "/change"))
                .header("Authorization", "Bearer " + TOKEN)
                .POST(BodyPublishers.ofString("x".repeat(Exchange.LONGEST_BODY)))
                .build();

        assertThat(send(request).statusCode()).isEqualTo(204);
    }

    @Test
    void aParameterIsTakenAsItWasMeant() throws Exception {
        HttpService service = fixture.start(HERE, Optional.empty());

        assertThat(ask(service, "GET", "/echo?a=1&say=a%26b+c&say=d").body()).isEqualTo("a&b c");
    }

    /// The JDK's server refuses what is no valid URL before anything of ours sees it; decoding would fail at it.
    @ParameterizedTest
    @ValueSource(strings = {"/echo?say=%zz", "/echo?say=%", "/echo?say=%e", "/%zz"})
    void aRequestThatIsNotEncodedAsItMustBeIsRefusedAsItsSendersMistake(String path) throws Exception {
        HttpService service = fixture.start(HERE, Optional.empty());

        assertThat(raw(service, "GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 400");
        assertThat(ask(service, "GET", "/look").statusCode()).isEqualTo(200);
    }

    @Test
    void aRequestThatIsTooLongIsRefused() throws Exception {
        HttpService service = fixture.start(HERE, Optional.of(TOKEN));
        HttpRequest request = HttpRequest.newBuilder(uri(service, "/change"))
                .header("Authorization", "Bearer " + TOKEN)
                .POST(BodyPublishers.ofString("x".repeat(Exchange.LONGEST_BODY + 1)))
                .build();

        assertThat(send(request).statusCode()).isEqualTo(413);
        assertThat(changes).isEmpty();
    }
}
