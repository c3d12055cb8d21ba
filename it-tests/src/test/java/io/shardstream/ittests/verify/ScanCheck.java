package io.shardstream.ittests.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticSettings;
import io.shardstream.common.shard.IndexShards;
import io.shardstream.common.shard.RefreshWait;
import io.shardstream.control.compare.scan.DocumentName;
import io.shardstream.control.compare.scan.HttpScannedShard;
import io.shardstream.control.compare.scan.ScanPace;
import io.shardstream.control.compare.scan.ScannedCopy;
import io.shardstream.ittests.server.Rest;
import io.shardstream.ittests.server.Servers;
import io.shardstream.ittests.server.TestPatience;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Holds what a scan says of a shard against what was done to it, on any server.
public final class ScanCheck {
    private static final String FEW = "\"max_result_window\":10,\"max_terms_count\":7";

    private ScanCheck() {}

    /// Windows are so small that most must be halved.
    public static void showsWhatIsLive(URI server) throws Exception {
        showsWhatIsLive(server, FEW);
    }

    static void showsWhatIsLiveWithoutIndexedNumbers(URI server) throws Exception {
        showsWhatIsLive(server, FEW + ",\"seq_no.index_options\":\"doc_values_only\"");
    }

    private static void showsWhatIsLive(URI server, String settings) throws Exception {
        String index = Servers.name("scanned");
        Rest rest = new Rest(server);
        rest.put(
                "/" + index, "{\"settings\":{\"number_of_shards\":1,\"number_of_replicas\":0,%s}}".formatted(settings));
        for (int i = 0; i < 60; i++) {
            rest.put("/%s/_doc/d%d%s".formatted(index, i, i % 7 == 0 ? "?routing=r" : ""), "{\"n\": " + i + "}");
        }
        rest.delete("/" + index + "/_doc/d3");
        rest.delete("/" + index + "/_doc/d14?routing=r");
        rest.put("/" + index + "/_doc/d5", "{\n\"n\": 55}");
        rest.put("/" + index + "/_doc/comment", "{\"n\": 1 /* one */}");
        try (ElasticCluster cluster = clusterAt(server)) {
            ScannedCopy copy =
                    new HttpScannedShard(shardsOf(cluster, rest, index), ScanPace.NONE, index, 0, 1 << 20).locate();
            assertThat(copy.deletes()).isEqualTo(2);
            assertThat(RefreshWait.beyond(-1, copy, Thread::sleep).globalCheckpoint())
                    .isEqualTo(63);

            assertThat(live(copy, -1, 63))
                    .containsExactlyInAnyOrderElementsOf(LongStream.rangeClosed(0, 63)
                            .filter(n -> n != 3 && n != 5 && n != 14 && n != 60 && n != 61)
                            .boxed()
                            .toList());
            assertThat(live(copy, 12, 16)).containsExactlyInAnyOrder(13L, 15L, 16L);
            assertThat(copy.countLive(12, 16)).isEqualTo(3);

            assertThat(copy.named(LongStream.rangeClosed(7, 30).boxed().toList()))
                    .hasSize(23)
                    .contains(name("d7", "r", 7, 1), name("d8", null, 8, 1));
            assertThat(copy.withIds(ids("d3", "d5", "d7", "none")))
                    .containsExactlyInAnyOrder(name("d5", null, 62, 2), name("d7", "r", 7, 1));
            assertThat(bodies(copy, "d1", "d3", "d5", "d7", "comment"))
                    .isEqualTo(Map.of(
                            "d1", "{\"n\": 1}",
                            "d5", "{\n\"n\": 55}",
                            "d7", "{\"n\": 7}",
                            "comment", "{\"n\": 1 /* one */}"));
            Map<String, String> byNumber = new HashMap<>();
            copy.bodiesAt(
                    List.of(1L, 3L, 7L, 63L),
                    (name, source) -> byNumber.put(name.id().utf8(), source.utf8()));
            assertThat(byNumber)
                    .isEqualTo(Map.of("d1", "{\"n\": 1}", "d7", "{\"n\": 7}", "comment", "{\"n\": 1 /* one */}"));
        } finally {
            rest.delete("/" + index);
        }
    }

    private static List<Long> live(ScannedCopy copy, long above, long upTo) throws Exception {
        List<Long> numbers = new ArrayList<>();
        copy.forEachLive(above, upTo, (seqNo, version) -> {
            assertThat(version).isEqualTo(seqNo == 62 ? 2 : 1);
            numbers.add(seqNo);
        });
        return numbers;
    }

    private static Map<String, String> bodies(ScannedCopy copy, String... ids) throws Exception {
        Map<String, String> bodies = new HashMap<>();
        copy.bodies(ids(ids), (name, source) -> bodies.put(name.id().utf8(), source.utf8()));
        return bodies;
    }

    private static List<Bytes> ids(String... ids) {
        return Stream.of(ids).map(Bytes::utf8).toList();
    }

    private static DocumentName name(String id, @Nullable String routing, long seqNo, long version) {
        return new DocumentName(Bytes.utf8(id), routing == null ? null : Bytes.utf8(routing), seqNo, version);
    }

    private static ElasticCluster clusterAt(URI server) throws Exception {
        return ElasticCluster.of(ElasticSettings.open("source", List.of(server), TestPatience.LIMIT, "test"));
    }

    private static IndexShards shardsOf(ElasticCluster cluster, Rest rest, String index) {
        return new IndexShards(cluster, "source", index, rest.uuidOf(index));
    }
}
