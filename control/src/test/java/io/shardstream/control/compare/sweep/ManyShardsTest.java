package io.shardstream.control.compare.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.control.compare.scan.Asking;
import io.shardstream.control.compare.scan.EachShard;
import io.shardstream.control.compare.scan.ScannedShard;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// How many requests an index with many shards costs.
class ManyShardsTest {
    private static final Asking ONE_AFTER_THE_OTHER = new Asking(_ -> {});
    private static final Asking TOGETHER = new Asking(_ -> {}, 4);

    @ParameterizedTest
    @ValueSource(ints = {40, 256})
    void whatAllShardsHaveDeletedIsAskedForTogether(int shards) throws Exception {
        try (FakePrimariesNode node = new FakePrimariesNode(shards)) {
            assertThat(deletes(ONE_AFTER_THE_OTHER, node.shards().subList(0, 4)))
                    .containsExactly(0L, 1L, 2L, 3L);
            assertThat(node.requests()).isEqualTo(4 * 11);

            assertThat(deletes(TOGETHER, node.shards()))
                    .containsExactlyElementsOf(
                            IntStream.range(0, shards).mapToObj(Long::valueOf).toList());
            assertThat(node.requests()).isLessThan(2 * shards);
        }
    }

    private static List<Long> deletes(Asking asking, List<ScannedShard> shards) throws Exception {
        return new QuietShards(asking)
                .marks(shards, 0).stream().map(QuietShards.Mark::deletes).toList();
    }

    @ParameterizedTest
    @ValueSource(ints = {40, 256})
    void aSearchOfEachShardCostsLittleBesideIt(int shards) throws Exception {
        try (FakePrimariesNode node = new FakePrimariesNode(shards)) {
            assertThat(counts(ONE_AFTER_THE_OTHER, node.shards().subList(0, 4))).containsExactly(5L, 5L, 5L, 5L);
            assertThat(node.requests()).isEqualTo(4 * 13);

            assertThat(counts(TOGETHER, node.shards())).hasSize(shards).containsOnly(5L);
            assertThat(node.requests()).isLessThan(6 * shards);
        }
    }

    private static List<Long> counts(Asking asking, List<ScannedShard> shards) throws Exception {
        List<Asking.Errand<Long>> errands = new ArrayList<>();
        for (ScannedShard shard : shards) {
            errands.add(each -> each.settled(shard, null, (copy, _) -> copy.countLive(-1, 9))
                    .value());
        }
        List<Long> counts = new ArrayList<>();
        asking.all(errands, Integer.MAX_VALUE, counts::add);
        return counts;
    }

    @Test
    void theNumbersOfAllShardsAreAskedForTogether() throws Exception {
        try (FakePrimariesNode node = new FakePrimariesNode(256)) {
            assertThat(EachShard.ask(
                            node.shards(),
                            _ -> {},
                            shard -> shard.locate().numbers().maxSeqNo()))
                    .hasSize(256)
                    .containsOnly(9L);
            assertThat(node.requests()).isLessThan(256);

            assertThat(EachShard.ask(node.shards(), _ -> {}, ScannedShard::elected))
                    .hasSize(256)
                    .allMatch(elected -> elected.allocationId().equals("a"));
            assertThat(node.requests()).isLessThan(64);
        }
    }
}
