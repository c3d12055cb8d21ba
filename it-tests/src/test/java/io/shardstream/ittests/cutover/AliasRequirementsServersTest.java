package io.shardstream.ittests.cutover;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticSettings;
import io.shardstream.control.index.cluster.Alias;
import io.shardstream.control.index.cluster.HttpClusterSwitch;
import io.shardstream.control.index.difference.NoticedDifference;
import io.shardstream.control.run.condition.NextIndices;
import io.shardstream.ittests.copy.CopyRun;
import io.shardstream.ittests.plan.FoundCodes;
import io.shardstream.ittests.server.RealServers;
import io.shardstream.ittests.server.Rest;
import io.shardstream.ittests.server.Servers;
import io.shardstream.workload.load.Articles;
import io.shardstream.workload.load.SampleDocument;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// What a swap would meet of aliases is told before anything is blocked.
@RealServers
class AliasRequirementsServersTest {
    /// In a source with one shard every routing leads to every document.
    @Test
    void anAliasWhoseRoutingWouldFindOthersIsToldAndAcceptedByName() {
        try (CopyRun run = CopyRun.create()
                .intoShards(3)
                .withSource("\"number_of_shards\":1", "{}")
                .following()
                .holding(IntStream.range(0, 40).mapToObj(i -> SampleDocument.of("d" + i, "{\"n\":" + i + "}")))) {
            String alias = run.source() + "-tenant";
            run.rest().post("/_aliases", """
                    {"actions": [{"add": {"index": "%s", "alias": "%s", "routing": "a"}}]}
                    """.formatted(run.source(), alias));
            // What was not refreshed yet nobody finds.
            run.rest().post("/" + run.source() + "/_refresh", "");
            CopyRun.Output plan = run.command("plan", "--sample", "0s", "-o", "json");
            assertThat(plan.text()).contains("\"alias-finds-others\"", "it finds 40 documents of the source");
            run.planned();
            Stream.of("reader", "writer").forEach(run::startHere);
            run.awaitPhase(Phase.CATCHING_UP);
            run.awaitCaughtUp();

            CopyRun.Output told = run.command("cutover", "--dry-run");
            CopyRun.Output accepted = run.command("cutover", "--dry-run", "--accept-difference", "alias:" + alias);

            assertThat(told.code()).as(told.text()).isEqualTo(1);
            assertThat(told.text())
                    .contains("alias " + alias + " (with its routing 'a' it finds 40 documents of the source that were"
                            + " written without it");
            assertThat(accepted.code()).as(accepted.text()).isZero();
        }
    }

    @Tag("long")
    @Test
    void anAliasThatOnlyTheTargetHasIsToldAndAcceptedByName() {
        try (CopyRun run =
                CopyRun.create().intoShards(1).withSource().following().holding(new Articles(3).stream(20))) {
            String alias = run.source() + "-other-app";
            run.rest().put("/" + run.target(), """
                    {"settings": {"number_of_replicas": 0}, "aliases": {"%s": {"is_write_index": true}}}
                    """.formatted(alias));
            run.withTarget("accept-as-it-is: true");
            assertThat(FoundCodes.planned(run)).contains("warns target-aliases");
            run.planned();
            Stream.of("reader", "writer").forEach(run::startHere);
            run.awaitPhase(Phase.CATCHING_UP);
            run.awaitCaughtUp();

            CopyRun.Output told = run.command("cutover", "--dry-run");
            CopyRun.Output accepted =
                    run.command("cutover", "--dry-run", "--accept-difference", "target-alias:" + alias);

            assertThat(told.code()).as(told.text()).isEqualTo(1);
            assertThat(told.text()).contains("alias '" + alias + "' of the target, which the source does not have");
            assertThat(accepted.code()).as(accepted.text()).isZero();
            try (CopyRun another = run.next().withTarget("replicas: 0")) {
                assertThat(FoundCodes.planned(another)).contains("blocks source-is-target");
            }
        }
    }

    @Tag("long")
    @Test
    void aWriteAliasThatCouldNotBeRolledOverAnyMoreOrWasRolledOverIsToldAndAcceptedByName() {
        try (CopyRun run = CopyRun.of(Servers.name("logs") + "-000001")
                .intoShards(1)
                .withSource()
                .following()
                .holding(new Articles(3).stream(20))) {
            String alias = run.source() + "-write";
            run.rest().post("/_aliases", """
                    {"actions": [{"add": {"index": "%s", "alias": "%s", "is_write_index": true}}]}
                    """.formatted(run.source(), alias));
            assertThat(FoundCodes.planned(run)).contains("warns rollover-refused");
            run.planned();
            Stream.of("reader", "writer").forEach(run::startHere);
            run.awaitPhase(Phase.CATCHING_UP);
            run.awaitCaughtUp();

            CopyRun.Output told = run.command("cutover", "--dry-run");
            CopyRun.Output accepted = run.command("cutover", "--dry-run", "--accept-difference", "rollover:" + alias);

            assertThat(told.code()).as(told.text()).isEqualTo(1);
            assertThat(told.text())
                    .contains("alias '" + alias + "' (it can be rolled over on '" + run.source() + "', and not on '"
                            + run.target() + "'");
            assertThat(accepted.code()).as(accepted.text()).isZero();

            String next = run.rest()
                    .post("/" + alias + "/_rollover", "{}")
                    .path("new_index")
                    .asString("");
            CopyRun.Output moved = run.command("cutover", "--dry-run");
            CopyRun.Output agreed = run.command("cutover", "--dry-run", "--accept-difference", "source-alias:" + alias);
            run.rest().delete("/" + next);

            assertThat(moved.code()).as(moved.text()).isEqualTo(1);
            assertThat(moved.text())
                    .contains("alias '" + alias
                            + "', through which clients could write to the source while the run worked,"
                            + " writes to '" + next + "' now");
            assertThat(agreed.code()).as(agreed.text()).isZero();
        }
    }

    @Test
    void theNextIndexOfAWriteAliasIsComparedByTheTemplatesThatItMeets() throws Exception {
        String series = Servers.name("series");
        Rest rest = Servers.cluster().rest();
        rest.put("/_index_template/" + series, """
                {"index_patterns": ["%s-0*"], "priority": 500,
                 "template": {"mappings": {"dynamic": "strict", "properties": {"code": {"type": "keyword"}}}}}
                """.formatted(series));
        Alias writing = new Alias(series, "{\"is_write_index\":true}");
        try (ElasticCluster cluster = ElasticCluster.of(ElasticSettings.open(
                "source", List.of(Servers.cluster().urls().getFirst()), Duration.ofSeconds(20), "test"))) {
            HttpClusterSwitch asked = new HttpClusterSwitch(cluster);
            assertThat(NextIndices.differing(
                            List.of(writing), asked, series + "-000001", asked, series + "-new-000001"))
                    .extracting(NoticedDifference::words)
                    .containsExactly("alias '" + series + "' (the next rollover would create '" + series
                            + "-new-000002', which gets different settings, mappings, or aliases from index templates"
                            + " than '" + series + "-000002')");
            assertThat(NextIndices.differing(List.of(writing), asked, series + "-000001", asked, series + "-000101"))
                    .isEmpty();
        } finally {
            rest.delete("/_index_template/" + series);
        }
    }
}
