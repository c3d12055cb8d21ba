package io.shardstream.ittests.cutover;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.ittests.copy.CopyRun;
import io.shardstream.ittests.proxy.Direction;
import io.shardstream.ittests.proxy.HoldPoint;
import io.shardstream.ittests.server.ProxiedCluster;
import io.shardstream.ittests.server.RealServers;
import io.shardstream.ittests.server.Servers;
import io.shardstream.localcluster.search.SearchServerVersion;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// A cut-over with inserts, updates, deletes and re-creations that are acknowledged after the last round before the
/// block. Both sides are then compared document by document, by code that knows nothing of counting.
@RealServers
class CountedCutoverTest {
    private static final String STEP = "make source and target equal";

    @Test
    void elasticsearchCountsWhatIsOld() {
        try (FollowedRun run = FollowedRun.prepared()) {
            Map<String, JsonNode> before = run.aliases(run.source());
            run.follow();
            HoldPoint block = Servers.cluster().hold(Direction.REQUEST, what -> what.contains("/_block/write"), 1);

            String said = cutOver(run, block);

            assertThat(said).contains(STEP, "all others counted").doesNotContain("all numbers were read");
            run.assertCutOver(before);
        }
    }

    @Test
    void aTargetOnOpenSearchIsAskedByItsOwnNumbers() throws Exception {
        try (ProxiedCluster cluster = ProxiedCluster.start(SearchServerVersion.OPENSEARCH_3, 1, 512);
                FollowedRun run = FollowedRun.prepared(CopyRun.on(cluster), "\"number_of_shards\":2", "replicas: 0")) {
            Map<String, JsonNode> before = run.aliases(run.source());
            run.follow();
            HoldPoint block = cluster.hold(Direction.REQUEST, what -> what.contains("/_block/write"), 1);

            String said = cutOver(run, block);

            assertThat(said)
                    .contains(STEP, "by the target's own numbers, all others counted")
                    .doesNotContain("all numbers were read");
            // Ten and one that were changed or came back under the block, beside what the last round had not seen.
            assertThat(newDocuments(said)).isBetween(11, 40);
            run.assertCutOver(before);
        }
    }

    @Test
    void whatATargetOnOpenSearchLostIsFoundBesideWhatIsNotDeletedYet() throws Exception {
        try (ProxiedCluster cluster = ProxiedCluster.start(SearchServerVersion.OPENSEARCH_3, 1, 512);
                FollowedRun run = FollowedRun.prepared(CopyRun.on(cluster), "\"number_of_shards\":2", "replicas: 0")) {
            Map<String, JsonNode> before = run.aliases(run.source());
            run.follow();
            run.rest().put("/" + run.source() + "/_doc/lost", "{}");
            run.rest().put("/" + run.source() + "/_doc/deleted", "{}");
            HoldPoint block = cluster.hold(Direction.REQUEST, what -> what.contains("/_block/write"), 1);

            CopyRun.Output output = cutOver(run, block, () -> {
                run.rest().delete("/" + run.target() + "/_doc/lost");
                run.rest().delete("/" + run.source() + "/_doc/deleted");
            });

            // The target remembers the delete under a higher version, so it cannot be mended at once.
            assertThat(output.code()).as(output.text()).isNotZero();
            assertThat(output.text()).contains(STEP, "1 difference ('lost' is missing)");
            assertThat(run.rest()
                            .send("GET", "/" + run.target() + "/_doc/deleted", "")
                            .status())
                    .isEqualTo(404);
            run.assertNotCutOver(before);
        }
    }

    private static int newDocuments(String said) {
        Matcher found = Pattern.compile("(\\d+) new documents read").matcher(said);
        assertThat(found.find()).as(said).isTrue();
        return Integer.parseInt(found.group(1));
    }

    /// @return what the command said
    private static String cutOver(FollowedRun run, HoldPoint block) {
        CopyRun.Output output = cutOver(run, block, () -> changeMuch(run));
        assertThat(output.code()).as(output.text()).isZero();
        return output.text();
    }

    private static CopyRun.Output cutOver(FollowedRun run, HoldPoint block, Runnable beforeBlock) {
        run.change();
        CompletableFuture<CopyRun.Output> cutOver = CompletableFuture.supplyAsync(() -> run.run.command("cutover"));
        block.awaitReached();
        beforeBlock.run();
        block.pass();
        return cutOver.join();
    }

    private static void changeMuch(FollowedRun run) {
        String documents = "/" + run.source() + "/_doc/";
        for (int document = 0; document < 20; document++) {
            run.rest().put(documents + "last-" + document, "{\"n\":" + document + "}");
        }
        for (int document = 0; document < 10; document++) {
            run.rest().put(documents + "last-" + document, "{\"n\":-1}");
            run.rest().delete(documents + "last-" + (19 - document));
        }
        run.rest().delete(documents + "new-1");
        run.rest().put(documents + "last-19", "{\"again\":true}");
    }
}
