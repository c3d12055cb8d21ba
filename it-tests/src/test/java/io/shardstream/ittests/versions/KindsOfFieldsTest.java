package io.shardstream.ittests.versions;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Phase;
import io.shardstream.ittests.copy.CopyRun;
import io.shardstream.ittests.server.ProxiedCluster;
import io.shardstream.ittests.server.RealServers;
import io.shardstream.localcluster.search.SearchServerVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Kinds of fields that give a document more than its own text: documents of each are copied, written, updated and
/// deleted while they are copied, and after a cut-over the same searches find the same ones on both sides.
@RealServers
class KindsOfFieldsTest {
    private static final int HEAP = 512;
    private static final int BEFORE = 9;
    private static final int AFTER = 14;

    /// It has most kinds; with that from 8.19 to 9.5 it has all that the test servers can search, but for OpenSearch's
    /// own.
    private static final List<ServerPair> USUAL =
            List.of(new ServerPair(SearchServerVersion.ELASTICSEARCH_7, SearchServerVersion.OPENSEARCH_3));

    static Stream<ServerPair> usual() {
        return ServerPair.wanted(USUAL);
    }

    static Stream<ServerPair> others() throws IOException {
        return ServerPair.allBut(USUAL);
    }

    @ParameterizedTest(allowZeroInvocations = true)
    @MethodSource("usual")
    void isSearchedAlikeAfterACutover(ServerPair pair) throws Exception {
        copyAndSearch(pair);
    }

    @Tag("long")
    @ParameterizedTest(allowZeroInvocations = true)
    @MethodSource("others")
    void everyOtherPairIsSearchedAlike(ServerPair pair) throws Exception {
        copyAndSearch(pair);
    }

    private static void copyAndSearch(ServerPair pair) throws Exception {
        List<FieldKind> kinds = FieldKind.of(pair);
        try (ProxiedCluster source = ProxiedCluster.start(pair.source(), 1, HEAP);
                ProxiedCluster target = ProxiedCluster.start(pair.target(), 1, HEAP);
                CopyRun run = CopyRun.on(source)
                        .into(target, 0)
                        .withTarget("replicas: 0")
                        // Children have their parents' routing, and go to another number of shards.
                        .withSourceLines("ids-unique-across-routings: true")
                        .withSource("\"number_of_shards\":2," + FieldKind.ANALYSIS, FieldKind.mapping(kinds))
                        .withLines(withCanaries(kinds))) {
            kinds.forEach(kind -> IntStream.rangeClosed(1, BEFORE).forEach(n -> put(run, kind, n, n)));
            run.planned();
            Stream.of("reader", "writer").forEach(run::startHere);
            run.awaitPhase(Phase.CATCHING_UP);
            kinds.forEach(kind -> change(run, kind));
            run.awaitCaughtUp();

            CopyRun.Output cutover = run.command("cutover");
            if (givesVectorsBackOnOneSide(pair)) {
                assertThat(cutover.code()).as(cutover.text()).isOne();
                assertThat(cutover.text()).contains("field 'vector' is returned by one side only");
                cutover = run.command("cutover", "--accept-difference", "vector");
            }

            assertThat(cutover.code()).as(cutover.text()).isZero();
            run.assertCopied();
            assertThat(run.rejects()).isEmpty();
            run.rest().post("/" + run.source() + "/_refresh", "");
            run.targetRest().post("/" + run.target() + "/_refresh", "");
            kinds.forEach(kind -> assertFoundAlike(run, kind));
            Files.deleteIfExists(Path.of(run.topics().run() + ".cutover.json"));
        }
    }

    /// Elasticsearch 9.2 and later leaves vectors out of what it gives back, and no server before it can be
    /// told to.
    private static boolean givesVectorsBackOnOneSide(ServerPair pair) {
        return pair.source() == SearchServerVersion.ELASTICSEARCH_9
                && pair.target() == SearchServerVersion.ELASTICSEARCH_8;
    }

    /// The same searches are compared before production moves, too.
    private static String withCanaries(List<FieldKind> kinds) {
        return "follow: true\nsweep: {every: 2s}\ncutover:\n  max-blocked: 40s\n  canaries:\n"
                + kinds.stream()
                        .flatMap(kind -> kind.searches().stream())
                        .map("  - '%s'\n"::formatted)
                        .collect(joining());
    }

    private static void assertFoundAlike(CopyRun run, FieldKind kind) {
        for (String search : kind.searches()) {
            assertThat(FieldKind.found(run.targetRest(), run.target(), search))
                    .as(kind.name() + ": " + search)
                    .isNotEmpty()
                    .allMatch(id -> id.startsWith(kind.name() + "-"))
                    .isEqualTo(FieldKind.found(run.rest(), run.source(), search));
        }
    }

    /// New ones, an update that changes by what it is found, deletes, and one that is deleted and comes again.
    private static void change(CopyRun run, FieldKind kind) {
        IntStream.rangeClosed(BEFORE + 1, AFTER).forEach(n -> put(run, kind, n, n));
        put(run, kind, 2, 4);
        put(run, kind, 3, 5);
        delete(run, kind, 4);
        delete(run, kind, 9);
        delete(run, kind, 6);
        put(run, kind, 6, 8);
        delete(run, kind, 14);
    }

    /// @param content number of the document whose text it gets; a child stays its parent's
    private static void put(CopyRun run, FieldKind kind, int n, int content) {
        run.rest().put(path(run, kind, n), kind.body().apply(kind.equals(FieldKind.JOIN) ? n : content));
    }

    private static void delete(CopyRun run, FieldKind kind, int n) {
        run.rest().delete(path(run, kind, n));
    }

    private static String path(CopyRun run, FieldKind kind, int n) {
        String routing = kind.routing(n).map("?routing="::concat).orElse("");
        return "/" + run.source() + "/_doc/" + kind.id(n) + routing;
    }
}
