package io.shardstream.ittests.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.ittests.server.RealServers;
import io.shardstream.ittests.server.Rest;
import io.shardstream.localcluster.search.SearchCluster;
import io.shardstream.localcluster.search.SearchServerVersion;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/// What counting by blocks of numbers is built on, asked of each server. Where a server answers otherwise one day,
/// this says which of them.
@Tag("long")
@RealServers
class CountingFactsTest {
    private static final long FIRST = 1L << 50;
    private static final String ONE_SHARD = """
            {"settings":{"number_of_shards":1,"number_of_replicas":0,"refresh_interval":"-1"},
             "mappings":{"properties":{"n":{"type":"nested"}}}}""";
    private static final String BLOCKS = """
            {"size":0,"track_total_hits":true,"aggs":{"b":{"histogram":
             {"field":"%s","interval":%d,"offset":0,"min_doc_count":1%s}}}}""";

    private static final String SET = """
            {"size":0,"track_total_hits":true,"aggs":{"all":{"value_count":{"field":"_version"}},
             "w":{"terms":{"field":"_version","size":%d,"include":[%s]},
              "aggs":{"s":{"terms":{"field":"_seq_no","size":16}}}}}}""";

    @ParameterizedTest
    @EnumSource
    void whatServersCount(SearchServerVersion version) throws Exception {
        try (SearchCluster cluster =
                SearchCluster.of(version).heapMegabytes(512).compilingLittle().start()) {
            Rest rest = new Rest(cluster.url());
            boolean countsVersions = version.product() == SearchServerVersion.Product.ELASTICSEARCH
                    && version != SearchServerVersion.ELASTICSEARCH_7_10;
            numbersAreCountedByBlocks(rest);
            childrenAreNotCounted(rest);
            manyRangesAreOneSearch(rest);
            documentsThatCountForSeveral(rest, countsVersions, totalOfThreeAndOne(version));
            conflictsTakeNoNumberAndRepetitionsTakeOne(rest);
            if (countsVersions) {
                wordsAreCountedByBlocks(rest);
                rangesOfWordsAreExact(rest);
                setsOfWordsAreExact(rest);
            } else {
                wordsCannotBeCounted(rest);
            }
            CountCheck.countsWhatIsLive(cluster.url(), countsVersions);
            if (version == SearchServerVersion.ELASTICSEARCH_9) {
                CountCheck.countsWithoutIndexedNumbers(cluster.url());
            }
            // The last, since it is a setting of the whole cluster.
            tooManyBucketsAreAnError(rest, version);
        }
    }

    private static void numbersAreCountedByBlocks(Rest rest) {
        rest.put("/numbers", ONE_SHARD);
        bulk(rest, "numbers", 0, 1000, 0, FIRST);
        // Frees the numbers 0 to 9 and takes 1000 to 1009.
        bulk(rest, "numbers", 0, 10, 1, FIRST);
        rest.post("/numbers/_refresh", "");

        assertThat(counts(rest.post("/numbers/_search", BLOCKS.formatted("_seq_no", 256, ""))))
                .isEqualTo(Map.of(0L, 246L, 256L, 256L, 512L, 256L, 768L, 242L));
        // A delete counts at once after a refresh, and leaves a block that is not told when it is empty.
        for (int i = 0; i < 10; i++) {
            rest.delete("/numbers/_doc/d" + (20 + i));
        }
        rest.post("/numbers/_refresh", "");
        assertThat(counts(rest.post("/numbers/_search", BLOCKS.formatted("_seq_no", 8, ""))))
                .doesNotContainKey(0L)
                .containsEntry(24L, 2L)
                .containsEntry(8L, 6L)
                .containsEntry(16L, 4L)
                .containsEntry(32L, 8L);
    }

    private static void wordsAreCountedByBlocks(Rest rest) {
        assertThat(counts(rest.post("/numbers/_search", BLOCKS.formatted("_version", 256, ""))))
                .isEqualTo(Map.of(
                        FIRST, 236L, FIRST + 256, 256L, FIRST + 512, 256L, FIRST + 768, 232L, FIRST + 1024, 10L));
    }

    private static void wordsCannotBeCounted(Rest rest) {
        Rest.Answer answer = rest.send("POST", "/numbers/_search", BLOCKS.formatted("_version", 256, ""));

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.body().toString()).contains("Fielddata is not supported");
    }

    private static void rangesOfWordsAreExact(Rest rest) {
        String ranges = IntStream.range(100, 600)
                .mapToObj(n -> "{\"key\":\"%d\",\"from\":%d,\"to\":%d}".formatted(n, FIRST + n, FIRST + n + 1))
                .collect(Collectors.joining(","));
        JsonNode answer = rest.post("/numbers/_search", """
                {"size":0,"track_total_hits":true,"aggs":{"w":{"range":{"field":"_version","ranges":[%s]},
                 "aggs":{"s":{"terms":{"field":"_seq_no","size":16}}}}}}""".formatted(ranges));
        JsonNode buckets = answer.path("aggregations").path("w").path("buckets");
        assertThat(buckets.size()).isEqualTo(500);
        buckets.forEach(bucket -> {
            assertThat(bucket.path("doc_count").asLong()).isEqualTo(1);
            assertThat(bucket.path("s").path("buckets").path(0).path("key").asLong())
                    .isEqualTo(Long.parseLong(bucket.path("key").asString("")));
        });
        // To the number also at the very end of 53 bits.
        rest.put("/edge", ONE_SHARD);
        long last = (1L << 53) - 1;
        for (long word = last - 2; word <= last; word++) {
            rest.put("/edge/_doc/" + word + "?version_type=external_gte&version=" + word, "{}");
        }
        rest.post("/edge/_refresh", "");
        JsonNode edge = rest.post("/edge/_search", """
                {"size":0,"aggs":{"w":{"range":{"field":"_version","ranges":[{"to":%1$d},{"from":%1$d,"to":%2$d},
                 {"from":%2$d}]}}}}""".formatted(last - 1, last));
        assertThat(edge.path("aggregations").path("w").path("buckets").valueStream())
                .allSatisfy(
                        bucket -> assertThat(bucket.path("doc_count").asLong()).isEqualTo(1));
        JsonNode within = rest.post(
                "/numbers/_search",
                BLOCKS.formatted(
                        "_version",
                        256,
                        ",\"hard_bounds\":{\"min\":%d,\"max\":%d}".formatted(FIRST + 256, FIRST + 512)));
        // The maximum is the last block's key: its whole block is answered.
        assertThat(counts(within)).isEqualTo(Map.of(FIRST + 256, 256L, FIRST + 512, 256L));
    }

    /// Many thousand in one search, those that no document has among them, and of neighbors at the end of 53 bits one.
    private static void setsOfWordsAreExact(Rest rest) {
        String words = IntStream.range(100, 8_292)
                .mapToObj(n -> Long.toString(FIRST + n))
                .collect(Collectors.joining(","));
        JsonNode answer = rest.post("/numbers/_search", SET.formatted(8_192, words));
        JsonNode found = answer.path("aggregations").path("w");
        assertThat(found.path("sum_other_doc_count").asLong(-1)).isZero();
        assertThat(countsOf(found.path("buckets")))
                .isEqualTo(IntStream.concat(IntStream.range(100, 1_000), IntStream.range(1_024, 1_034))
                        .boxed()
                        .collect(Collectors.toMap(n -> FIRST + n, _ -> 1L)));
        found.path("buckets").forEach(bucket -> {
            long of = bucket.path("key").asLong() - FIRST;
            assertThat(bucket.path("s").path("buckets").path(0).path("key").asLong())
                    .isEqualTo(of < 1_000 ? of : of - 24);
        });
        assertThat(answer.path("aggregations").path("all").path("value").asLong())
                .isEqualTo(answer.path("hits").path("total").path("value").asLong());
        JsonNode edge = rest.post("/edge/_search", SET.formatted(2, Long.toString((1L << 53) - 2)));
        assertThat(countsOf(edge.path("aggregations").path("w").path("buckets")))
                .isEqualTo(Map.of((1L << 53) - 2, 1L));
    }

    private static void childrenAreNotCounted(Rest rest) {
        rest.put("/nested", ONE_SHARD);
        for (int i = 0; i < 5; i++) {
            rest.put("/nested/_doc/" + i, "{\"n\":[{},{},{},{},{},{},{},{},{},{}]}");
        }
        rest.post("/nested/_refresh", "");

        JsonNode answer = rest.post("/nested/_search", BLOCKS.formatted("_seq_no", 4096, ""));

        assertThat(counts(answer)).isEqualTo(Map.of(0L, 5L));
        assertThat(answer.path("hits").path("total").path("value").asLong()).isEqualTo(5);
    }

    private static void manyRangesAreOneSearch(Rest rest) {
        String clauses = IntStream.range(0, 512)
                .mapToObj(n -> "{\"range\":{\"_seq_no\":{\"gte\":%d,\"lt\":%d}}}".formatted(30 + n, 31 + n))
                .collect(Collectors.joining(","));
        JsonNode answer = rest.post("/numbers/_search", """
                {"size":0,"track_total_hits":true,"query":{"bool":{"filter":[{"bool":{"should":[%s]}}]}},
                 "aggs":{"b":{"histogram":{"field":"_seq_no","interval":1,"offset":0,"min_doc_count":1}}}}""".formatted(clauses));

        assertThat(counts(answer)).hasSize(512);
    }

    /// `_doc_count` makes a bucket say more than there are; `value_count` says how many there are.
    private static void documentsThatCountForSeveral(Rest rest, boolean countsVersions, int told) {
        rest.put("/several", ONE_SHARD);
        rest.put("/several/_doc/1", "{\"_doc_count\":3}");
        rest.put("/several/_doc/2", "{}");
        rest.post("/several/_refresh", "");
        for (String field : countsVersions ? new String[] {"_seq_no", "_version"} : new String[] {"_seq_no"}) {
            JsonNode answer = rest.post("/several/_search", """
                    {"size":0,"track_total_hits":true,"aggs":{
                     "b":{"histogram":{"field":"%1$s","interval":4096,"offset":0,"min_doc_count":1},
                      "aggs":{"n":{"value_count":{"field":"%1$s"}}}},
                     "r":{"range":{"field":"%1$s","ranges":[{"from":0,"to":4096}]},
                      "aggs":{"n":{"value_count":{"field":"%1$s"}}}}}}""".formatted(field));
            assertThat(answer.path("hits").path("total").path("value").asLong()).isEqualTo(2);
            for (String aggregation : new String[] {"b", "r"}) {
                JsonNode bucket = answer.path("aggregations")
                        .path(aggregation)
                        .path("buckets")
                        .path(0);
                assertThat(bucket.path("doc_count").asLong()).isEqualTo(told);
                assertThat(bucket.path("n").path("value").asLong()).isEqualTo(2);
            }
        }
    }

    /// To the oldest servers `_doc_count` is a field as any other.
    private static int totalOfThreeAndOne(SearchServerVersion version) {
        return switch (version) {
            case ELASTICSEARCH_9, ELASTICSEARCH_8, ELASTICSEARCH_7, OPENSEARCH_3, OPENSEARCH_2 -> 4;
            case ELASTICSEARCH_7_10, OPENSEARCH_1 -> 2;
        };
    }

    private static void conflictsTakeNoNumberAndRepetitionsTakeOne(Rest rest) {
        rest.put("/writes", ONE_SHARD);
        rest.put("/writes/_doc/1?version_type=external_gte&version=10", "{}");
        assertThat(maxSeqNo(rest)).isZero();

        assertThat(rest.send("PUT", "/writes/_doc/1?version_type=external_gte&version=9", "{}")
                        .status())
                .isEqualTo(409);
        assertThat(rest.send("DELETE", "/writes/_doc/1?version_type=external_gte&version=9", "")
                        .status())
                .isEqualTo(409);
        assertThat(maxSeqNo(rest)).isZero();

        JsonNode again = rest.put("/writes/_doc/1?version_type=external_gte&version=10", "{}");
        assertThat(again.path("result").asString("")).isEqualTo("updated");
        assertThat(again.path("_seq_no").asLong()).isEqualTo(1);
        assertThat(maxSeqNo(rest)).isEqualTo(1);
        // A delete of what is not there takes one too.
        rest.send("DELETE", "/writes/_doc/2?version_type=external_gte&version=9", "");
        assertThat(maxSeqNo(rest)).isEqualTo(2);
    }

    private static void tooManyBucketsAreAnError(Rest rest, SearchServerVersion version) {
        rest.put("/_cluster/settings", "{\"persistent\":{\"search.max_buckets\":100}}");

        Rest.Answer answer = rest.send(
                "POST", "/numbers/_search?allow_partial_search_results=false", BLOCKS.formatted("_seq_no", 8, ""));

        assertThat(answer.status()).isEqualTo(statusOfTooMany(version));
        assertThat(answer.body().toString()).contains("too_many_buckets_exception");
        assertThat(rest.send("POST", "/numbers/_search", BLOCKS.formatted("_seq_no", 16, ""))
                        .status())
                .isEqualTo(200);
    }

    private static int statusOfTooMany(SearchServerVersion version) {
        return switch (version) {
            case ELASTICSEARCH_9, ELASTICSEARCH_8 -> 400;
            case ELASTICSEARCH_7, ELASTICSEARCH_7_10, OPENSEARCH_3, OPENSEARCH_2, OPENSEARCH_1 -> 503;
        };
    }

    private static long maxSeqNo(Rest rest) {
        return rest.get("/writes/_stats?level=shards")
                .path("indices")
                .path("writes")
                .path("shards")
                .path("0")
                .path(0)
                .path("seq_no")
                .path("max_seq_no")
                .asLong();
    }

    /// Writes documents with words of the first lineage and shard.
    private static void bulk(Rest rest, String index, int from, int to, int time, long first) {
        String lines = IntStream.range(from, to)
                .mapToObj(n -> "{\"index\":{\"_id\":\"d%d\",\"version_type\":\"external_gte\",\"version\":%d}}\n{}\n"
                        .formatted(n, first + time * 1024L + n))
                .collect(Collectors.joining());
        assertThat(rest.post("/" + index + "/_bulk", lines).path("errors").asBoolean(true))
                .isFalse();
    }

    /// Keys come as doubles.
    private static Map<Long, Long> counts(JsonNode answer) {
        return countsOf(answer.path("aggregations").path("b").path("buckets"));
    }

    private static Map<Long, Long> countsOf(JsonNode buckets) {
        Map<Long, Long> counts = new TreeMap<>();
        buckets.forEach(bucket -> counts.put(
                (long) bucket.path("key").asDouble(), bucket.path("doc_count").asLong()));
        return counts;
    }
}
