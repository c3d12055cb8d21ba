package io.shardstream.ittests.cutover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticSettings;
import io.shardstream.control.index.cluster.Alias;
import io.shardstream.control.index.cluster.AliasChange;
import io.shardstream.control.index.cluster.HttpClusterSwitch;
import io.shardstream.control.index.cluster.WriteBlock;
import io.shardstream.ittests.server.RealServers;
import io.shardstream.ittests.server.Rest;
import io.shardstream.ittests.server.Servers;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// A real server that does not wait for its nodes (`timeout=0ms`, which the way to it adds to each request) answers
/// `"acknowledged": false`, as one does of which a node is slow: what was asked for may be so everywhere or not, and is
/// not believed.
@RealServers
class UnacknowledgedTest {
    private final List<String> answers = new ArrayList<>();
    private final String index = Servers.name("unacknowledged");
    private final Rest rest = new Rest(Servers.elasticsearch().node(0).url());
    private final HttpServer impatient =
            HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    private final ElasticCluster cluster;
    private final HttpClusterSwitch switching;

    UnacknowledgedTest() throws Exception {
        rest.put("/" + index, "{\"settings\":{\"number_of_replicas\":0}}");
        impatient.createContext("/", this::passOn);
        impatient.start();
        URI there = URI.create("http://127.0.0.1:" + impatient.getAddress().getPort());
        cluster = ElasticCluster.of(ElasticSettings.open("target", List.of(there), Duration.ofSeconds(20), "test"));
        switching = new HttpClusterSwitch(cluster);
    }

    @AfterEach
    void stop() {
        cluster.close();
        impatient.stop(0);
        rest.send("DELETE", "/" + index, "");
    }

    private void passOn(HttpExchange exchange) throws IOException {
        URI asked = exchange.getRequestURI();
        boolean isChange = !exchange.getRequestMethod().equals("GET");
        Rest.Answer answer = rest.send(
                exchange.getRequestMethod(),
                isChange ? asked.getRawPath() + "?timeout=0ms" : asked.toString(),
                exchange.getRequestBody().readAllBytes());
        byte[] body = answer.body().toString().getBytes(StandardCharsets.UTF_8);
        if (isChange) {
            answers.add(answer.body().toString());
        }
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        exchange.sendResponseHeaders(answer.status(), body.length);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(body);
        }
    }

    @Test
    void aChangeOfAliasesThatNotEveryNodeHasAppliedIsNotBelieved() {
        List<AliasChange> changes = List.of(new AliasChange.Add(index, new Alias(index + "-alias", "{}")));
        assertThatThrownBy(() -> switching.change(changes))
                .hasMessageContaining("did not acknowledge it: not every node has applied the change in time");
        assertThat(answers).singleElement().asString().contains("\"acknowledged\":false");
    }

    @Test
    void aSettingThatNotEveryNodeHasAppliedIsNotBelieved() {
        assertThatThrownBy(() -> switching.set(index, "index.refresh_interval", "7s"))
                .hasMessageContaining("did not acknowledge it");
        assertThat(answers).singleElement().asString().contains("\"acknowledged\":false");
    }

    /// The way in is another one: the server waits for the shards whatever the time.
    @Test
    void aBlockOfWhichNotEveryNodeHasHeardThatItIsLiftedMayStand() throws Exception {
        assertThat(switching.block(index, index)).isTrue();
        assertThatThrownBy(() -> switching.unblock(index, index)).hasMessageContaining("did not acknowledge it");
        assertThat(switching.writeBlock(index)).isEqualTo(WriteBlock.NONE);
        assertThat(answers).last().asString().contains("\"acknowledged\":false");
    }
}
