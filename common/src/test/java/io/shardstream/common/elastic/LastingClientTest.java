package io.shardstream.common.elastic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.hc.client5.http.async.methods.AbstractCharResponseConsumer;
import org.apache.hc.client5.http.async.methods.SimpleHttpRequest;
import org.apache.hc.client5.http.async.methods.SimpleHttpResponse;
import org.apache.hc.client5.http.async.methods.SimpleRequestBuilder;
import org.apache.hc.client5.http.async.methods.SimpleRequestProducer;
import org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.apache.hc.core5.io.CloseMode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// An error of the Java virtual machine in a thread of the HTTP client.
class LastingClientTest {
    private static final int LONG = 20;

    private final CountDownLatch answers = new CountDownLatch(1);
    private final CountDownLatch asked = new CountDownLatch(4);
    private HttpServer server;
    private CloseableHttpAsyncClient client;
    private String address = "";

    @BeforeEach
    void begin() throws Exception {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", exchange -> {
            if (exchange.getRequestURI().getPath().equals("/slow")) {
                asked.countDown();
                wait(answers);
            }
            byte[] body = "{}".getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
        address = "http://127.0.0.1:" + server.getAddress().getPort();
        client = HttpTransport.of(
                ElasticSettings.open("source", List.of(URI.create(address)), Duration.ofMinutes(5), "test"));
        client.start();
    }

    @AfterEach
    void end() {
        answers.countDown();
        client.close(CloseMode.IMMEDIATE);
        server.stop(0);
    }

    @Test
    void whatWasUnderWayFailsAndWhatComesNextIsAnswered() throws Exception {
        List<Future<SimpleHttpResponse>> slow =
                Stream.generate(() -> get("/slow")).limit(asked.getCount()).toList();
        assertThat(asked.await(LONG, TimeUnit.SECONDS)).isTrue();
        Future<String> fatal = client.execute(SimpleRequestProducer.create(request("/")), new Fatal(), null);

        assertThatThrownBy(() -> fatal.get(LONG, TimeUnit.SECONDS)).isInstanceOf(ExecutionException.class);
        for (Future<SimpleHttpResponse> one : slow) {
            assertThatThrownBy(() -> one.get(LONG, TimeUnit.SECONDS))
                    .isInstanceOf(ExecutionException.class)
                    .hasRootCauseInstanceOf(IOException.class);
        }
        for (int next = 0; next < 10; next++) {
            assertThat(get("/").get(LONG, TimeUnit.SECONDS).getCode()).isEqualTo(200);
        }
    }

    private Future<SimpleHttpResponse> get(String path) {
        return client.execute(request(path), null);
    }

    private SimpleHttpRequest request(String path) {
        return SimpleRequestBuilder.get(address + path).build();
    }

    private static void wait(CountDownLatch latch) throws IOException {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }

    /// Takes an answer with a class that is not there.
    private static final class Fatal extends AbstractCharResponseConsumer<String> {
        @Override
        protected void start(HttpResponse response, ContentType type) {
            throw new NoClassDefFoundError("io.shardstream.Gone");
        }

        @Override
        protected int capacityIncrement() {
            return Integer.MAX_VALUE;
        }

        @Override
        protected void data(CharBuffer part, boolean isLast) {}

        @Override
        protected String buildResult() {
            return "";
        }

        @Override
        public void informationResponse(HttpResponse response, HttpContext context) {}

        @Override
        public void failed(Exception cause) {}

        @Override
        public void releaseResources() {}
    }
}
