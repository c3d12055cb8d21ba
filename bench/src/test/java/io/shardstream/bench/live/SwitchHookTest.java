package io.shardstream.bench.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;

class SwitchHookTest {
    @Test
    void clientsWriteToTheTargetOnceItWasCalled() throws IOException, InterruptedException {
        ProductionAddress clients = new ProductionAddress(URI.create("http://127.0.0.1:1"));
        try (SwitchHook hook = SwitchHook.start(clients, URI.create("http://127.0.0.1:2"));
                HttpClient http = HttpClient.newHttpClient()) {
            assertThat(clients.of("/a")).isEqualTo(URI.create("http://127.0.0.1:1/a"));

            HttpResponse<Void> answer = http.send(
                    HttpRequest.newBuilder(URI.create(hook.url()))
                            .POST(HttpRequest.BodyPublishers.ofString("{}"))
                            .build(),
                    HttpResponse.BodyHandlers.discarding());

            assertThat(answer.statusCode()).isEqualTo(204);
            assertThat(clients.of("/a")).isEqualTo(URI.create("http://127.0.0.1:2/a"));
        }
    }
}
