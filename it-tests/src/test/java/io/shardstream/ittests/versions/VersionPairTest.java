package io.shardstream.ittests.versions;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.ittests.copy.CopyRun;
import io.shardstream.ittests.copy.Here;
import io.shardstream.ittests.server.ProxiedCluster;
import io.shardstream.ittests.server.RealServers;
import io.shardstream.ittests.server.TestPatience;
import io.shardstream.localcluster.search.SearchServerVersion;
import io.shardstream.workload.load.Articles;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// A run from one cluster to another, of each pair of servers: copied while it is written to, compared by
/// bytes, and cut over. The usual build does four pairs, `./mvnw verify -Pall-tests` all that have passed
/// before, and `-Dshardstream.pairs` names others.
@RealServers
class VersionPairTest {
    private static final int HEAP = 512;
    private static final int DOCUMENTS = 200;

    /// The migrations that people need most, and each current server once on either side.
    private static final List<ServerPair> USUAL = List.of(
            new ServerPair(SearchServerVersion.ELASTICSEARCH_7, SearchServerVersion.ELASTICSEARCH_9),
            new ServerPair(SearchServerVersion.ELASTICSEARCH_8, SearchServerVersion.ELASTICSEARCH_9),
            new ServerPair(SearchServerVersion.OPENSEARCH_3, SearchServerVersion.ELASTICSEARCH_8),
            new ServerPair(SearchServerVersion.OPENSEARCH_2, SearchServerVersion.OPENSEARCH_3));

    static Stream<ServerPair> usual() {
        return ServerPair.wanted(USUAL);
    }

    static Stream<ServerPair> others() throws IOException {
        return ServerPair.allBut(USUAL);
    }

    @ParameterizedTest(allowZeroInvocations = true)
    @MethodSource("usual")
    void isCopiedAndCutOver(ServerPair pair) throws Exception {
        copyAndCutOver(pair);
    }

    @Tag("long")
    @ParameterizedTest(allowZeroInvocations = true)
    @MethodSource("others")
    void everyOtherPairIsCopiedAndCutOver(ServerPair pair) throws Exception {
        copyAndCutOver(pair);
    }

    private static void copyAndCutOver(ServerPair pair) throws Exception {
        try (ProxiedCluster source = ProxiedCluster.start(pair.source(), 1, HEAP);
                ProxiedCluster target = ProxiedCluster.start(pair.target(), 1, HEAP);
                CopyRun run = CopyRun.on(source)
                        .into(target, 0)
                        .withSource("\"number_of_shards\":2", "{\"properties\":{\"kind\":{\"type\":\"keyword\"}}}")
                        .following()
                        .holding(new Articles(7).stream(DOCUMENTS))) {
            run.planned();
            List<Here> parts = Stream.of("reader", "writer").map(run::startHere).toList();
            run.awaitPhase(Phase.CATCHING_UP);
            change(run);
            run.awaitCaughtUp();

            assertThat(run.command("verify", "--content", "all").code()).isZero();
            CopyRun.Output cutover = run.command("cutover");

            assertThat(cutover.code()).as(cutover.text()).isZero();
            run.awaitComplete();
            parts.forEach(part -> assertThat(part.awaitEnd(TestPatience.LIMIT)).isZero());
            assertThat(ControlRecords.read(run.connection(), run.topics()).isIn(Phase.COMPLETED))
                    .isTrue();
            // 200 articles less one, and two that were written later.
            assertThat(run.assertCopied().equal()).isEqualTo(DOCUMENTS + 1);
            assertThat(run.rest()
                            .send("PUT", "/" + run.source() + "/_doc/late", "{}")
                            .status())
                    .as("the source takes no more writes")
                    .isEqualTo(403);
            VersionTable.passed(pair);
            Files.deleteIfExists(Path.of(run.topics().run() + ".cutover.json"));
        }
    }

    /// Updates, deletes, re-creates and inserts, as clients do.
    private static void change(CopyRun run) {
        String documents = "/" + run.source() + "/_doc/";
        run.rest().put(documents + "new-1?refresh=true", "{\"kind\":\"city\",\"n\":1}");
        run.rest().put(documents + "new-2", "{\"kind\":\"river\",\"n\":2}");
        run.rest().delete(documents + "new-2");
        run.rest().put(documents + "new-3", "{\"n\":3}");
        run.rest().delete(documents + "new-3");
        run.rest().put(documents + "new-3", "{\"n\":33}");
        String first = run.rest()
                .get("/" + run.source() + "/_search?size=1&sort=_doc")
                .at("/hits/hits/0/_id")
                .asString();
        run.rest().delete(documents + URLEncoder.encode(first, UTF_8) + "?refresh=true");
    }
}
