package io.shardstream.ittests.cutover;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Phase;
import io.shardstream.ittests.copy.Child;
import io.shardstream.ittests.proxy.Direction;
import io.shardstream.ittests.proxy.HoldPoint;
import io.shardstream.ittests.server.RealServers;
import io.shardstream.ittests.server.Servers;
import io.shardstream.ittests.server.TestPatience;
import java.time.Duration;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// Readers and writers that are frozen over the whole cut-over, and requests that come when it is over.
@Tag("long")
@RealServers
class ZombieTest {
    @Test
    void whoWakesUpAfterTheCutOverChangesNothingAndSaysWhyItEnds() {
        try (FollowedRun run = FollowedRun.prepared()) {
            Map<String, JsonNode> before = run.aliases(run.source());
            run.run.startHere("control");
            Child reader = run.run.start("reader");
            Child writer = run.run.start("writer");
            run.run.awaitPhase(Phase.CATCHING_UP);
            HoldPoint bulk = Servers.cluster().hold(Direction.REQUEST, what -> what.contains("_bulk"), 1);
            run.change();
            bulk.awaitReached();
            writer.suspend();
            reader.suspend();
            run.run.startHere("reader");
            run.run.startHere("writer");

            run.cutOver();
            run.assertCutOver(before);
            run.rest().put("/" + run.alias() + "/_doc/new-1", "{\"n\":77}");
            run.rest().delete("/" + run.alias() + "/_doc/new-3");
            String numbers = run.numbers(run.target());

            bulk.pass();
            writer.resume();
            reader.resume();
            assertThat(reader.awaitEnd(TestPatience.LIMIT)).as(reader.tail()).isZero();
            assertThat(writer.awaitEnd(TestPatience.LIMIT)).as(writer.tail()).isZero();
            assertThat(reader.tail()).contains("is completed: production was moved to " + run.target());
            assertThat(writer.tail()).contains("is completed: production was moved to " + run.target());
            assertThat(run.numbers(run.target())).isEqualTo(numbers);
        }
    }

    /// The controller has asked once more, and got an answer.
    @Test
    void aChangeOfTheMappingThatComesAfterTheCutOverChangesNothing() {
        try (FollowedRun run = FollowedRun.prepared("request-timeout: 2s\nreplicas: 0")) {
            Map<String, JsonNode> before = run.aliases(run.source());
            run.run.startHere("control");
            run.run.startHere("reader");
            run.run.startHere("writer");
            run.run.awaitPhase(Phase.CATCHING_UP);
            HoldPoint mapping = Servers.cluster()
                    .hold(Direction.REQUEST, what -> what.startsWith("PUT") && what.endsWith("/_mapping"), 1);
            run.change();
            run.rest().put("/" + run.alias() + "/_doc/new-4", "{\"new\":4}");
            mapping.awaitReached();
            run.run.awaitCaughtUp();

            run.cutOver();
            run.assertCutOver(before);
            JsonNode found = mapping(run);
            mapping.pass();
            run.rest().put("/" + run.target() + "/_mapping", "{\"properties\":{\"later\":{\"type\":\"long\"}}}");
            Awaitility.await()
                    .pollDelay(Duration.ofSeconds(2))
                    .atMost(TestPatience.LIMIT)
                    .until(() -> mapping(run)
                            .at("/properties/later/type")
                            .asString("")
                            .equals("long"));

            assertThat(mapping(run).path("dynamic")).isEqualTo(found.path("dynamic"));
            assertThat(mapping(run).path("_meta")).isEqualTo(found.path("_meta"));
        }
    }

    private static JsonNode mapping(FollowedRun run) {
        return run.rest()
                .get("/" + run.target() + "/_mapping")
                .path(run.target())
                .path("mappings");
    }
}
