package io.shardstream.ittests.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.ittests.copy.Child;
import io.shardstream.ittests.copy.CopyRun;
import io.shardstream.ittests.server.ProxiedCluster;
import io.shardstream.ittests.server.RealServers;
import io.shardstream.ittests.server.Servers;
import io.shardstream.ittests.server.TestPatience;
import io.shardstream.workload.load.Articles;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// F-14 and F-35: what takes servers or a writer's patience half a minute, side by side.
@Tag("long")
@RealServers
class HalfAMinuteTest {
    private static final int DOCUMENTS = 300;
    private static final int BLOCKED = 3;
    private static final ProxiedCluster NARROW = Servers.narrow();

    private static CopyRun deleted;
    private static CopyRun withoutAlias;
    private static Child writerOfDeleted;
    private static Child writerWithoutAlias;

    @BeforeAll
    static void takeTwoTargetsAway() {
        deleted = following();
        writerOfDeleted = deleted.start("writer");
        withoutAlias = following();
        writerWithoutAlias = withoutAlias.start("writer");
        deleted.awaitCaughtUp();
        withoutAlias.awaitCaughtUp();
        deleted.targetRest().delete("/" + deleted.target());
        withoutAlias
                .targetRest()
                .delete("/" + withoutAlias.target() + "/_alias/"
                        + withoutAlias.plan().writeAlias());
        deleted.holding(new Articles(11).stream(DOCUMENTS));
        withoutAlias.holding(new Articles(11).stream(DOCUMENTS));
    }

    @AfterAll
    static void end() {
        withoutAlias.close();
        deleted.close();
    }

    @Test
    void aFullDiskIsWaitedForAndTheRunGoesOnByItself() {
        try (CopyRun run = CopyRun.create()
                .withSource()
                .holding(new Articles(10).stream(DOCUMENTS))
                .into(NARROW, 0, 1)
                .planned()) {
            fillDisk("9999tb");
            Awaitility.await().atMost(TestPatience.LIMIT).until(() -> isReadOnly(run));
            run.startHere("reader");
            run.start("writer").awaitSaid("TOO_MANY_REQUESTS/12/disk usage exceeded flood-stage watermark");
            fillDisk(null);
            run.awaitComplete();

            assertThat(isReadOnly(run)).isFalse();
            assertThat(run.assertCopied().equal()).isEqualTo(DOCUMENTS);
        } finally {
            fillDisk(null);
        }
    }

    @Test
    void aTargetThatWasDeletedStopsTheWriterAndIsNotCreatedAnew() {
        assertThat(writerOfDeleted.awaitEnd(TestPatience.LIMIT))
                .as(writerOfDeleted::tail)
                .isEqualTo(BLOCKED);
        assertThat(writerOfDeleted.hasSaid(deleted.plan().writeAlias())).isTrue();
        assertNothingIsThere(deleted, deleted.target());
    }

    @Test
    void aWriteAliasThatWasDeletedStopsTheWriterAndNoIndexTakesItsName() {
        assertThat(writerWithoutAlias.awaitEnd(TestPatience.LIMIT))
                .as(writerWithoutAlias::tail)
                .isEqualTo(BLOCKED);
        assertThat(writerWithoutAlias.hasSaid(withoutAlias.plan().writeAlias())).isTrue();
        assertNothingIsThere(withoutAlias, withoutAlias.plan().writeAlias());
    }

    private static void assertNothingIsThere(CopyRun run, String name) {
        assertThat(run.targetRest().send("GET", "/" + name, "").status()).isEqualTo(404);
        assertThat(run.rejects()).isEmpty();
    }

    private static CopyRun following() {
        CopyRun run = CopyRun.create().withSource().following().planned();
        run.startHere("reader");
        return run;
    }

    /// @param free bytes that have to be free on each node; null for no such limit
    private static void fillDisk(@Nullable String free) {
        String mark = free == null ? "null" : "\"" + free + "\"";
        NARROW.rest().put("/_cluster/settings", """
                {"persistent": {"cluster.routing.allocation.disk": {
                  "threshold_enabled": %s, "watermark": {"low": %s, "high": %s, "flood_stage": %s}}}}\
                """.formatted(free == null ? "null" : "true", mark, mark, mark));
    }

    private static boolean isReadOnly(CopyRun run) {
        return run.targetRest()
                .get("/" + run.target() + "/_settings?flat_settings=true")
                .path(run.target())
                .path("settings")
                .path("index.blocks.read_only_allow_delete")
                .asBoolean(false);
    }
}
