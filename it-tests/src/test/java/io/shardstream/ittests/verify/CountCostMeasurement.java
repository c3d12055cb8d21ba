package io.shardstream.ittests.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.elastic.ElasticSettings;
import io.shardstream.common.shard.IndexShards;
import io.shardstream.common.shard.NotPrimaryException;
import io.shardstream.control.compare.scan.Counted;
import io.shardstream.control.compare.scan.CountedBlocks;
import io.shardstream.control.compare.scan.Counting;
import io.shardstream.control.compare.scan.HttpScannedShard;
import io.shardstream.control.compare.scan.NumberSpan;
import io.shardstream.control.compare.scan.ScanPace;
import io.shardstream.control.compare.scan.ScannedCopy;
import io.shardstream.control.compare.scan.WordRequest;
import io.shardstream.ittests.server.RealServers;
import io.shardstream.ittests.server.Rest;
import io.shardstream.ittests.server.TestPatience;
import io.shardstream.localcluster.search.SearchCluster;
import io.shardstream.localcluster.search.SearchServerVersion;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// What it costs to have servers count one shard: milliseconds for each million documents, for the numbers of a
/// source, for the words of a target, and for one look for some thousand words. So grows what counting adds to a sweep
/// and to the block of a cut-over.
///
/// `./mvnw -pl it-tests -am test -Dtest=CountCostMeasurement -Dsurefire.failIfNoSpecifiedTests=false` with
/// `-Dshardstream.count.documents=3000000`.
@RealServers
class CountCostMeasurement {
    private static final long DOCUMENTS = Long.getLong("shardstream.count.documents", 3_000_000);
    private static final int AT_ONCE = 20_000;
    private static final int ROUNDS = 7;
    private static final long FIRST = 1L << 50;

    @ParameterizedTest
    @EnumSource
    void ofAMillionDocuments(SearchServerVersion version) throws Exception {
        try (SearchCluster cluster =
                SearchCluster.of(version).heapMegabytes(1024).start()) {
            Rest rest = new Rest(cluster.url());
            rest.put("/counted", """
                    {"settings":{"number_of_shards":1,"number_of_replicas":0,"refresh_interval":"-1"},
                     "mappings":{"properties":{"n":{"type":"long"}}}}""");
            for (long from = 0; from < DOCUMENTS; from += AT_ONCE) {
                load(rest, from, Math.min(DOCUMENTS, from + AT_ONCE));
            }
            rest.post("/counted/_refresh", "");
            try (ElasticCluster asked = ElasticCluster.of(
                    ElasticSettings.open("source", List.of(cluster.url()), TestPatience.LIMIT, "test"))) {
                IndexShards shards = new IndexShards(asked, "source", "counted", rest.uuidOf("counted"));
                tell(version, new HttpScannedShard(shards, ScanPace.NONE, "counted", 0, 1 << 20).locate());
            }
        }
    }

    private static void load(Rest rest, long from, long to) {
        StringBuilder lines = new StringBuilder();
        for (long n = from; n < to; n++) {
            lines.append("{\"index\":{\"_id\":\"").append(n);
            lines.append("\",\"version_type\":\"external_gte\",\"version\":").append(FIRST + n);
            lines.append("}}\n{\"n\":").append(n).append("}\n");
        }
        assertThat(rest.post("/counted/_bulk?filter_path=errors", lines.toString())
                        .path("errors")
                        .asBoolean(true))
                .isFalse();
    }

    private static void tell(SearchServerVersion version, ScannedCopy copy) throws Exception {
        List<NumberSpan> numbers = List.of(new NumberSpan(0, DOCUMENTS));
        List<NumberSpan> words = List.of(new NumberSpan(FIRST, FIRST + DOCUMENTS));
        long interval = CountedBlocks.interval(numbers, CountedBlocks.MOST);
        String ofNumbers = millis(() -> requireAll(copy.count(new Counting.OfNumbers(numbers, interval))));
        boolean countsWords = version.product() == SearchServerVersion.Product.ELASTICSEARCH;
        String ofWords = countsWords
                ? millis(() ->
                        requireAll(copy.count(new Counting.OfVersions(words, NumberSpan.outside(words), interval))))
                : "refused";
        List<Long> some = LongStream.range(0, WordRequest.MOST)
                .map(n -> FIRST + n * (DOCUMENTS / WordRequest.MOST))
                .boxed()
                .toList();
        String look = countsWords
                ? millis(() -> assertThat(copy.numbersOf(some).orElseThrow()).hasSize(WordRequest.MOST))
                : "refused";
        System.out.printf(
                "%s, one shard of %,d documents, milliseconds for a million: numbers %s, words %s, %,d words looked for %s%n",
                version, DOCUMENTS, ofNumbers, ofWords, WordRequest.MOST, look);
    }

    private static void requireAll(Counted counted) {
        assertThat(counted)
                .isInstanceOfSatisfying(
                        Counted.Counts.class,
                        counts -> assertThat(counts.blocks().total()).isEqualTo(DOCUMENTS));
    }

    private interface Question {
        void ask() throws ElasticException, NotPrimaryException;
    }

    /// The middle one of some rounds, and the first, which finds nothing in memory.
    private static String millis(Question question) throws Exception {
        List<Double> all = new ArrayList<>();
        for (int round = 0; round < ROUNDS; round++) {
            long begun = System.nanoTime();
            question.ask();
            all.add((System.nanoTime() - begun) / 1e6 / (DOCUMENTS / 1e6));
        }
        double first = all.getFirst();
        Collections.sort(all);
        return "%.0f (first %.0f)".formatted(all.get(ROUNDS / 2), first);
    }
}
