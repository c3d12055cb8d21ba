package io.shardstream.ittests.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticSettings;
import io.shardstream.common.shard.IndexShards;
import io.shardstream.control.compare.scan.Counted;
import io.shardstream.control.compare.scan.Counting;
import io.shardstream.control.compare.scan.HttpScannedShard;
import io.shardstream.control.compare.scan.NumberSpan;
import io.shardstream.control.compare.scan.ScanPace;
import io.shardstream.control.compare.scan.ScannedCopy;
import io.shardstream.ittests.server.Rest;
import io.shardstream.ittests.server.Servers;
import io.shardstream.ittests.server.TestPatience;
import java.net.URI;
import java.util.List;
import java.util.Map;

/// Counts a shard of any server, and holds that against what was done to it.
public final class CountCheck {
    private static final long FIRST = 1L << 50;
    private static final List<NumberSpan> WORDS =
            List.of(new NumberSpan(FIRST, FIRST + 40), new NumberSpan(FIRST + 64, FIRST + 90));

    private CountCheck() {}

    /// Forty documents, of which one counts for three and one was written again, under words that are their numbers.
    ///
    /// @param countsVersions whether the server counts by `_version`
    public static void countsWhatIsLive(URI server, boolean countsVersions) throws Exception {
        countsWhatIsLive(server, "", countsVersions);
    }

    /// The same where numbers cannot be searched for.
    public static void countsWithoutIndexedNumbers(URI server) throws Exception {
        countsWhatIsLive(server, ",\"seq_no.index_options\":\"doc_values_only\"", true);
    }

    private static void countsWhatIsLive(URI server, String settings, boolean countsVersions) throws Exception {
        String index = Servers.name("counted");
        Rest rest = new Rest(server);
        rest.put("/" + index, "{\"settings\":{\"number_of_shards\":1,\"number_of_replicas\":0%s}}".formatted(settings));
        for (int i = 0; i < 40; i++) {
            write(rest, index, i, FIRST + i, i == 7 ? "{\"_doc_count\":3}" : "{}");
        }
        write(rest, index, 5, FIRST + 70, "{}");
        rest.put("/" + index + "/_doc/theirs", "{}");
        rest.post("/" + index + "/_refresh", "");
        try (ElasticCluster cluster =
                ElasticCluster.of(ElasticSettings.open("source", List.of(server), TestPatience.LIMIT, "test"))) {
            IndexShards shards = new IndexShards(cluster, "source", index, rest.uuidOf(index));
            ScannedCopy copy = new HttpScannedShard(shards, ScanPace.NONE, index, 0, 1 << 20).locate();

            assertThat(copy.count(new Counting.OfNumbers(List.of(new NumberSpan(0, 40), new NumberSpan(41, 42)), 16)))
                    .isInstanceOfSatisfying(
                            Counted.Counts.class,
                            counts ->
                                    assertThat(counts.blocks().counts()).isEqualTo(Map.of(0L, 15L, 16L, 16L, 32L, 9L)));
            Counted versions = copy.count(new Counting.OfVersions(WORDS, NumberSpan.outside(WORDS), 16));
            if (countsVersions) {
                assertThat(versions).isInstanceOfSatisfying(Counted.Counts.class, counts -> {
                    assertThat(counts.blocks().counts())
                            .isEqualTo(Map.of(FIRST, 15L, FIRST + 16, 16L, FIRST + 32, 8L, FIRST + 64, 1L));
                    assertThat(counts.others()).containsExactly(1L, 0L, 0L);
                });
                assertThat(copy.numbersOf(List.of(FIRST + 5, FIRST + 7, FIRST + 39, FIRST + 70)))
                        .hasValueSatisfying(numbers -> assertThat(numbers).containsExactlyInAnyOrder(7L, 39L, 40L));
            } else {
                assertThat(versions)
                        .isInstanceOfSatisfying(
                                Counted.Unknown.class,
                                unknown -> assertThat(unknown.cause()).isEqualTo(Counted.Cause.REFUSED));
            }
        } finally {
            rest.delete("/" + index);
        }
    }

    private static void write(Rest rest, String index, int id, long word, String body) {
        rest.put("/" + index + "/_doc/d" + id + "?version_type=external_gte&version=" + word, body);
    }
}
