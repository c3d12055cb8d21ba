package io.shardstream.ittests.cutover;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.ittests.copy.CopyRun;
import io.shardstream.ittests.server.RealServers;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A cut-over that calls an address between the swap and the first write to the target.
@Tag("long")
@RealServers
class OnSwapServersTest {
    private final List<JsonNode> records = new CopyOnWriteArrayList<>();
    /// Statuses of writes while it was called.
    private final List<Integer> writes = new CopyOnWriteArrayList<>();
    private final AtomicInteger answer = new AtomicInteger(500);

    @Test
    void whereItFailsWritesGoOnInTheSourceAndWhereItSucceedsInTheTarget() throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        try (FollowedRun run = FollowedRun.prepared()) {
            server.createContext("/", exchange -> {
                records.add(
                        JsonMapper.shared().readTree(exchange.getRequestBody().readAllBytes()));
                writes.add(run.rest()
                        .send("PUT", "/" + run.alias() + "/_doc/early", "{}")
                        .status());
                exchange.sendResponseHeaders(answer.get(), -1);
                exchange.close();
            });
            server.start();
            run.run.withLines(
                    "follow: true\nsweep: {every: 2s}\ncutover: {max-blocked: 40s, on-swap: 'http://127.0.0.1:"
                            + server.getAddress().getPort() + "/?token=hidden'}");
            Map<String, JsonNode> before = run.aliases(run.source());
            run.run.startHere("control");
            run.run.startHere("reader");
            run.run.startHere("writer");
            run.run.awaitPhase(Phase.CATCHING_UP);
            run.change();

            CopyRun.Output refused = run.run.command("cutover");
            assertThat(refused.code()).as(refused.text()).isEqualTo(1);
            assertThat(refused.text())
                    .contains("cutover.on-swap has failed: the address answered with status 500", "and the run goes on")
                    .doesNotContain("hidden");
            run.assertNotCutOver(before);
            run.rest().put("/" + run.alias() + "/_doc/since", "{ \"since\" : 1 }");

            answer.set(204);
            CopyRun.Output done = run.run.command("cutover");
            assertThat(done.code()).as(done.text()).isZero();
            run.assertCutOver(before);
            run.rest().put("/" + run.alias() + "/_doc/late", "{}");
            assertThat(writes).containsExactly(403, 403);
            assertThat(records)
                    .extracting(record -> record.path("target_index").asString())
                    .containsExactly(run.target(), run.target());
            assertThat(records)
                    .extracting(record -> record.path("id").asString())
                    .doesNotHaveDuplicates();
        } finally {
            server.stop(0);
        }
    }
}
