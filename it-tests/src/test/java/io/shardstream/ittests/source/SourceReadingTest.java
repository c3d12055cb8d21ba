package io.shardstream.ittests.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.ittests.copy.CopyRun;
import io.shardstream.ittests.proxy.Direction;
import io.shardstream.ittests.proxy.HoldPoint;
import io.shardstream.ittests.server.RealServers;
import io.shardstream.ittests.server.Servers;
import io.shardstream.ittests.server.TestPatience;
import io.shardstream.workload.compare.CompareException;
import io.shardstream.workload.load.Articles;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// Sources that are read otherwise than by windows and refreshes of our own.
@RealServers
class SourceReadingTest {
    private static final int DOCUMENTS = 1200;

    /// C-39. What is acknowledged and not synced is in the source at the start, too.
    @Test
    void whatTheSourceHasNotSyncedYetIsCopiedWithoutFollowingIt() {
        try (CopyRun run = CopyRun.create()
                .withSource(
                        "\"number_of_shards\":2," + "\"translog\":{\"durability\":\"async\",\"sync_interval\":\"60s\"}",
                        "{}")
                .withTarget("settings: {index.translog.durability: request}")
                .holding(new Articles(4).stream(2100))) {
            assertThat(settled(run)).isLessThan(2100 - 2);

            assertThat(run.runHere()).isZero();

            assertThat(run.assertCopied().equal()).isEqualTo(2100);
        }
    }

    /// The checkpoints of both shards together.
    private static long settled(CopyRun run) {
        JsonNode shards = run.rest()
                .get("/" + run.source() + "/_stats/docs?level=shards")
                .path("indices")
                .path(run.source())
                .path("shards");
        return shards.path("0").path(0).path("seq_no").path("global_checkpoint").asLong()
                + shards.path("1")
                        .path(0)
                        .path("seq_no")
                        .path("global_checkpoint")
                        .asLong();
    }

    @Tag("long")
    @Test
    void indexWhoseNumbersHaveNoPointsIsCopiedWhileItIsWritten() {
        try (CopyRun run = CopyRun.create()
                .withSource(
                        "\"number_of_shards\":2,\"index.seq_no.index_options\":\"doc_values_only\"",
                        "{\"properties\":{\"a\":{\"type\":\"long\"}}}")
                .holding(new Articles(4).stream(DOCUMENTS))
                .plannedOnly()) {
            run.startHere("reader");
            run.startHere("writer");
            run.rest().put("/" + run.source() + "/_doc/comment", "{\"a\": 1 /* one */}");
            run.holding(new Articles(9).stream(DOCUMENTS));
            run.rest().put("/" + run.source() + "/_doc/lines", "{\n \"a\": 1\n}");
            run.awaitCaughtUp();

            assertThat(run.plan().reading().inSlices()).isTrue();
            assertThat(run.assertCopied().equal()).isGreaterThan(DOCUMENTS);
        }
    }

    @Tag("long")
    @Test
    void sourceThatMayNotBeRefreshedIsReadWhenItHasDoneSoByItself() {
        try (CopyRun run = CopyRun.create()
                .withSource("\"number_of_shards\":1,\"refresh_interval\":\"200ms\"", "{}")
                .withSourceLines("refresh: false")
                .holding(new Articles(4).stream(10))
                .plannedOnly()) {
            HoldPoint refresh = Servers.cluster()
                    .hold(Direction.REQUEST, exchange -> exchange.contains(run.source() + "/_refresh"), 1);
            run.startHere("reader");
            run.startHere("writer");
            writeUntilCopied(run, "a");
            writeUntilCopied(run, "b");

            assertThat(refresh.isReached()).isFalse();
            Awaitility.await()
                    .atMost(TestPatience.LIMIT)
                    .pollInterval(Duration.ofSeconds(1))
                    // The writer may still be at work.
                    .ignoreException(CompareException.class)
                    .untilAsserted(() -> {
                        // By somebody who may: without writes the copy would not do so by itself.
                        run.rest().post("/" + run.source() + "/_refresh", "");
                        run.rest().post("/" + run.target() + "/_refresh", "");
                        run.assertCopied();
                    });
        }
    }

    /// A copy refreshes by itself only if something was written, so one document has to follow another.
    private static void writeUntilCopied(CopyRun run, String stem) {
        run.rest().put("/" + run.source() + "/_doc/" + stem, "{}");
        Awaitility.await()
                .atMost(TestPatience.LIMIT)
                .pollInterval(Duration.ofMillis(300))
                .untilAsserted(() -> {
                    run.rest().put("/" + run.source() + "/_doc/more", "{}");
                    assertThat(run.rest()
                                    .send("GET", "/" + run.target() + "/_doc/" + stem, "")
                                    .isOk())
                            .isTrue();
                });
    }

    /// F-23.
    @Tag("long")
    @Test
    void aliasOfTheSourceThatMovesOnChangesNothing() {
        try (CopyRun run = CopyRun.create()
                .withSource()
                .holding(new Articles(4).stream(300))
                .plannedOnly()) {
            String alias = run.source() + "-alias";
            String next = run.source() + "-2";
            try {
                run.rest().put("/" + run.source() + "/_alias/" + alias, "");
                run.startHere("reader");
                run.startHere("writer");
                run.rest().put("/" + next + "/_doc/1", "{\"of\":\"the next index\"}");
                run.rest()
                        .post(
                                "/_aliases",
                                "{\"actions\":[{\"remove\":{\"index\":\"%1$s\",\"alias\":\"%2$s\"}},{\"add\":{\"index\":\"%3$s\",\"alias\":\"%2$s\"}}]}"
                                        .formatted(run.source(), alias, next));
                run.rest().put("/" + run.source() + "/_doc/late", "{}");
                run.awaitCaughtUp();

                assertThat(run.assertCopied().equal()).isEqualTo(301);
            } finally {
                run.rest().send("DELETE", "/" + next, "");
            }
        }
    }
}
