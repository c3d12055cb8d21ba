package io.shardstream.ittests.cutover;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.VersionWord;
import io.shardstream.ittests.copy.CopyRun;
import io.shardstream.ittests.server.RealServers;
import io.shardstream.ittests.server.Rest;
import io.shardstream.ittests.server.Servers;
import io.shardstream.ittests.server.TestPatience;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// A bulk that a node has accepted and holds, since not enough copies of its shard are active.
@Tag("long")
@RealServers
class HeldBulkTest {
    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static final String NO_REPLICAS_YET =
            "{\"index.number_of_replicas\":1,\"index.routing.allocation.enable\":\"primaries\"}";

    @Test
    void takingTheAliasAwayDoesNotKeepAHeldBulkFromOverwritingWhatAClientCreates() throws Exception {
        Rest rest = Servers.cluster().rest();
        String index = Servers.name("held");
        rest.put(
                "/" + index,
                "{\"settings\":{\"number_of_shards\":1,\"number_of_replicas\":0},\"aliases\":{\"Write-%s\":{}}}"
                        .formatted(index));
        rest.put("/" + index + "/_settings", NO_REPLICAS_YET);
        CompletableFuture<HttpResponse<String>> held = send("Write-" + index, "someone", "doc");
        awaitTask(rest, "someone");
        rest.post(
                "/_aliases",
                "{\"actions\":[{\"remove\":{\"index\":\"%s\",\"alias\":\"Write-%s\",\"must_exist\":true}}]}"
                        .formatted(index, index));
        rest.put("/" + index + "/_create/doc", "{\"by\":\"a client\"}");
        release(rest, index);
        assertThat(held.get().body()).contains("\"status\":200");

        assertThat(rest.get("/" + index + "/_doc/doc")
                        .path("_source")
                        .path("by")
                        .asString())
                .as("an alias that is gone stops nothing that was accepted before")
                .isEqualTo("us");
        rest.delete("/" + index);
    }

    @Test
    void aCutOverWaitsForAHeldBulkSoThatWhatClientsCreateStays() throws Exception {
        try (FollowedRun run = FollowedRun.catchingUp()) {
            Rest rest = run.rest();
            run.cutOver("--dry-run");
            rest.put("/" + run.target() + "/_settings", NO_REPLICAS_YET);
            CompletableFuture<HttpResponse<String>> held =
                    send(run.run.plan().writeAlias(), run.run.topics().run(), "doc");
            awaitTask(rest, run.run.topics().run());
            CompletableFuture<CopyRun.Output> cutover =
                    CompletableFuture.supplyAsync(() -> run.run.command("cutover", "--force"));
            Awaitility.await()
                    .atMost(TestPatience.LIMIT)
                    .pollInterval(Duration.ofMillis(100))
                    .until(() -> run.rest()
                            .get("/" + run.target() + "/_alias")
                            .toString()
                            .contains("-Swap-"));
            Awaitility.await()
                    .during(Duration.ofSeconds(2))
                    .atMost(TestPatience.LIMIT)
                    .until(() -> run.said().isIn(Phase.CUTTING_OVER));
            assertThat(held).as("still held").isNotDone();

            release(rest, run.target());
            assertThat(held.get().body()).contains("\"status\":201");
            assertThat(cutover.get().code()).as(cutover.get().text()).isEqualTo(4);
            assertThat(cutover.get().text()).contains("By --force: ", "and not green");
            assertThat(run.said().isIn(Phase.COMPLETED)).isTrue();
            assertThat(rest.send("GET", "/" + run.target() + "/_doc/doc", "").status())
                    .as("it was found behind the fence and taken out again")
                    .isEqualTo(404);
            rest.put("/" + run.alias() + "/_create/doc", "{\"by\":\"a client\"}");
            assertThat(rest.get("/" + run.target() + "/_doc/doc")
                            .path("_source")
                            .path("by")
                            .asString())
                    .isEqualTo("a client");
        }
    }

    private static CompletableFuture<HttpResponse<String>> send(String alias, String opaqueId, String id) {
        String lines =
                "{\"index\":{\"_id\":\"%s\",\"version\":%d,\"version_type\":\"external_gte\"}}%n{\"by\":\"us\"}%n"
                        .formatted(id, new VersionWord(1, 0, 0).value());
        HttpRequest request = HttpRequest.newBuilder(
                        URI.create(Servers.cluster().rest().server() + "/" + alias
                                + "/_bulk?require_alias=true&wait_for_active_shards=2&timeout=60s"))
                .header("Content-Type", "application/x-ndjson")
                .header("X-Opaque-Id", opaqueId)
                .POST(HttpRequest.BodyPublishers.ofString(lines))
                .build();
        return HTTP.sendAsync(request, HttpResponse.BodyHandlers.ofString());
    }

    private static void awaitTask(Rest rest, String opaqueId) {
        Awaitility.await()
                .atMost(TestPatience.LIMIT)
                .pollInterval(Duration.ofMillis(50))
                .until(() -> rest.get("/_tasks?actions=*bulk*").toString().contains("\"" + opaqueId + "\""));
    }

    private static void release(Rest rest, String index) {
        rest.put("/" + index + "/_settings", "{\"index.routing.allocation.enable\":null}");
    }
}
