package io.shardstream.common.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsExchange;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLPeerUnverifiedException;
import tools.jackson.databind.json.JsonMapper;

/// A request, and the one answer to it.
public final class Exchange {
    /// Bytes that a request may have.
    public static final int LONGEST_BODY = 64 << 10;

    private static final JsonMapper MAPPER = new JsonMapper();
    /// For an answer whose length is not known before it ends.
    private static final int CHUNKED = 0;

    private static final int NO_BODY = -1;
    /// Headers of which the first would count here, and the last perhaps elsewhere.
    private static final List<String> ONCE = List.of("Host", "Authorization");

    private static final byte[] OK = "{\"status\":\"ok\"}".getBytes(UTF_8);

    private final HttpExchange exchange;
    private final OpenConnection connection;
    private final Admission admission;
    private final Caller caller;
    private String wanted;
    private Answered answered = Answered.NOTHING;

    Exchange(HttpExchange exchange, OpenConnection connection, Admission admission) {
        this.exchange = exchange;
        this.connection = connection;
        this.admission = admission;
        this.caller = admission.callerOf(this);
        this.wanted = path();
        Headers headers = exchange.getResponseHeaders();
        headers.set("Cache-Control", "no-store");
        headers.set("X-Content-Type-Options", "nosniff");
        headers.set("X-Frame-Options", "DENY");
        headers.set("Referrer-Policy", "no-referrer");
        headers.set("Content-Security-Policy", "default-src 'self'; frame-ancestors 'none'");
    }

    String method() {
        return exchange.getRequestMethod();
    }

    String path() {
        return exchange.getRequestURI().getPath();
    }

    /// What can be understood in two ways, by a proxy that decides who may ask and here, as a sentence
    /// without its full stop; empty if nothing can.
    ///
    /// Which paths there are is known, and none needs an escape. RFC 9112, 3.2: a request has one `Host`.
    Optional<String> ambiguity() {
        URI asked = exchange.getRequestURI();
        String path = asked.getRawPath();
        if (asked.isAbsolute() || asked.getRawAuthority() != null || asked.getRawFragment() != null) {
            return Optional.of("a request names a path such as /v1/run, and nothing before or behind it");
        }
        if (path == null || !path.startsWith("/") || !path.equals(asked.getPath())) {
            return Optional.of("a path such as /v1/run is written without escapes");
        }
        return ONCE.stream()
                .filter(name -> exchange.getRequestHeaders()
                                .getOrDefault(name, List.of())
                                .size()
                        > 1)
                .findFirst()
                .map(name -> "a request has one header " + name + ", and this one has several");
    }

    Optional<String> header(String name) {
        return Optional.ofNullable(exchange.getRequestHeaders().getFirst(name));
    }

    Caller caller() {
        return caller;
    }

    /// The certificate of whoever asks, which is trusted; empty if none was shown.
    Optional<X509Certificate> certificate() {
        try {
            return exchange instanceof HttpsExchange https
                            && https.getSSLSession().getPeerCertificates()[0] instanceof X509Certificate shown
                    ? Optional.of(shown)
                    : Optional.empty();
        } catch (SSLPeerUnverifiedException e) {
            return Optional.empty();
        }
    }

    /// The address of whoever asks, or of a proxy.
    String from() {
        return connection.host();
    }

    OpenConnection connection() {
        return connection;
    }

    /// What is wanted, for the audit.
    String wanted() {
        return wanted;
    }

    Answered answered() {
        return answered;
    }

    /// Says for the audit what exactly is wanted.
    ///
    /// @param details no secret, and of any length
    public void wants(String details) {
        wanted = path() + " " + details;
    }

    /// Why whoever asks may not ask for such things; empty if they may.
    public Optional<HttpRefusal> refusal(AccessPolicy access) {
        return admission.refusal(access, caller, this);
    }

    /// Whether an answer is to have a body. One without tells all else as one with it does.
    public boolean wantsBody() {
        return !method().equals("HEAD");
    }

    void setHeader(String name, String value) {
        exchange.getResponseHeaders().set(name, value);
    }

    /// The first parameter of this name in the query.
    public Optional<String> parameter(String name) {
        String query = exchange.getRequestURI().getRawQuery();
        return query == null
                ? Optional.empty()
                : Arrays.stream(query.split("&", -1))
                        .filter(pair -> pair.startsWith(name + "="))
                        .map(pair -> URLDecoder.decode(pair.substring(name.length() + 1), UTF_8))
                        .findFirst();
    }

    /// What the request says.
    ///
    /// @return empty if it is longer than [#LONGEST_BODY], broken, or no text in UTF-8; it is answered then
    public Optional<String> body() throws IOException {
        byte[] bytes;
        try (InputStream in = exchange.getRequestBody()) {
            bytes = in.readNBytes(LONGEST_BODY + 1);
        } catch (IOException e) {
            problem(400, "the body of the request is broken, or did not arrive whole: send it again");
            return Optional.empty();
        }
        if (bytes.length > LONGEST_BODY) {
            problem(413, "a request may have " + LONGEST_BODY + " bytes");
            return Optional.empty();
        }
        try {
            return Optional.of(UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
        } catch (CharacterCodingException e) {
            problem(400, "the body of the request is no text in UTF-8: send it as UTF-8");
            return Optional.empty();
        }
    }

    public void json(int status, byte[] json) throws IOException {
        send(status, "application/json", json);
    }

    /// Answers that all is well.
    public void ok() throws IOException {
        json(200, OK);
    }

    /// Answers that something was done.
    ///
    /// @param sentence for people
    public void said(String sentence) throws IOException {
        answered = new Answered(200, sentence);
        json(200, MAPPER.writeValueAsBytes(MAPPER.createObjectNode().put("said", sentence)));
    }

    /// Answers with what is the matter.
    ///
    /// @param sentence for people
    public void problem(int status, String sentence) throws IOException {
        answered = new Answered(status, sentence);
        json(status, MAPPER.writeValueAsBytes(MAPPER.createObjectNode().put("error", sentence)));
    }

    void refuse(HttpRefusal refusal) throws IOException {
        if (refusal.status() == 401) {
            setHeader("WWW-Authenticate", "Bearer");
        } else if (refusal.tokenHelps()) {
            setHeader("WWW-Authenticate", "Bearer error=\"insufficient_scope\"");
        }
        problem(refusal.status(), refusal.why());
    }

    public void send(int status, String contentType, byte[] body) throws IOException {
        if (answered.status() != status) {
            answered = new Answered(status, "");
        }
        setHeader("Content-Type", contentType);
        if (!wantsBody()) {
            setHeader("Content-Length", Integer.toString(body.length));
            exchange.sendResponseHeaders(status, NO_BODY);
            return;
        }
        // Without a body the server wants to hear -1 and not 0, which stands for "not known yet".
        exchange.sendResponseHeaders(status, body.length == 0 ? NO_BODY : body.length);
        if (body.length > 0) {
            try (OutputStream out = exchange.getResponseBody()) {
                out.write(body);
            }
        }
    }

    /// Answers with 200 and what is written to the stream, for as long as whoever asked stays; where no body is wanted
    /// nothing can be written.
    public OutputStream stream(String contentType) throws IOException {
        setHeader("Content-Type", contentType);
        exchange.sendResponseHeaders(200, wantsBody() ? CHUNKED : NO_BODY);
        return exchange.getResponseBody();
    }
}
