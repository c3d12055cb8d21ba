package io.shardstream.ittests.versions;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.cli.Shardstream;
import io.shardstream.cli.exit.Stop;
import io.shardstream.ittests.copy.CopyRun;
import io.shardstream.ittests.cutover.BlockCheck;
import io.shardstream.ittests.cutover.FoundIndexCheck;
import io.shardstream.ittests.cutover.OwnerCheck;
import io.shardstream.ittests.cutover.ReplacedIndexCheck;
import io.shardstream.ittests.server.ProxiedCluster;
import io.shardstream.ittests.server.RealServers;
import io.shardstream.ittests.verify.ScanCheck;
import io.shardstream.localcluster.search.SearchServerVersion;
import io.shardstream.workload.load.Articles;
import io.shardstream.workload.load.Cities;
import io.shardstream.workload.load.SampleDocument;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Tag("long")
@RealServers
class ServerVersionServersTest {
    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"ELASTICSEARCH_7_10", "OPENSEARCH_1"})
    void copiesThreeShardsIntoFive(SearchServerVersion version) throws Exception {
        try (ProxiedCluster cluster = ProxiedCluster.start(version, 1, 512);
                CopyRun run = CopyRun.on(cluster).withSource();
                Stream<SampleDocument> cities = Cities.stream()) {
            run.holding(Stream.concat(cities.limit(500), new Articles(1).stream(300)));
            run.rest().put("/" + run.source() + "/_doc/lines", "{\n \"a\": 1\n}");
            run.rest().put("/" + run.source() + "/_doc/comment", "{\"a\": 1 /* one */}");

            assertThat(run.runHere()).isZero();

            assertThat(run.assertCopied().equal()).isBetween(801L, 802L);
            assertThat(verify(run)).isZero();
            ScanCheck.showsWhatIsLive(cluster.servers().url());
            BlockCheck.dependsOnTheAlias(cluster.servers().url());
            OwnerCheck.oneRunOwnsAnIndex(cluster.servers().url());
            FoundIndexCheck.tellsWhatThereIs(cluster.servers().url());
            ReplacedIndexCheck.replacesAnIndexByAnAlias(cluster.servers().url());
            RefreshCheck.refreshesOneShardAlone(cluster.servers().url());
            SettlingCheck.settlesWhatIsNotSynced(cluster.servers().url());
            PipelineCheck.showsWhatBecomesOfDocuments(cluster.servers().url());
            ManyTermsCheck.textsWithManyTermsAreRefusedInTheseWords(
                    cluster.servers().url());
            QuotationCheck.nothingLoggedQuotesADocument(cluster.servers().url());
        }
    }

    private static int verify(CopyRun run) {
        return Shardstream.commandLine(new Stop(), System::getenv)
                .execute("verify", "-f", run.runFile().toString(), "--content", "all");
    }
}
