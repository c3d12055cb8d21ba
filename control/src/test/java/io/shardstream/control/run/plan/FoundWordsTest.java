package io.shardstream.control.run.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.contract.record.VersionWord;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.shard.ElectedPrimary;
import io.shardstream.control.compare.scan.Asking;
import io.shardstream.control.compare.scan.ScannedCopy;
import io.shardstream.control.compare.scan.ScannedShard;
import io.shardstream.control.compare.version.MemoryShard;
import io.shardstream.control.state.finding.RunRefusedException;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class FoundWordsTest {
    private final MemoryShard first = new MemoryShard();
    private final MemoryShard second = new MemoryShard();

    @Test
    void eachSourceShardHasItsHighestNumberOverAllShardsOfTheTarget() throws Exception {
        write(first, "a", 1, 0, 5);
        write(second, "b", 1, 0, 9);
        write(second, "c", 1, 2, 3);
        FoundWords found = read();
        assertThat(found.shards())
                .containsExactly(
                        new FoundWords.OfShard(1, 9, 2), FoundWords.OfShard.NONE, new FoundWords.OfShard(1, 3, 1));
        assertThat(found.count()).isEqualTo(3);
    }

    /// Everything of a lower lineage is older, whatever its number.
    @Test
    void theHighestNumberIsThatOfTheHighestLineage() throws Exception {
        write(first, "a", 1, 0, 900);
        write(first, "b", 2, 0, 5);
        write(second, "d", 2, 0, 7);
        write(second, "c", 1, 0, 800);
        assertThat(read().shards().getFirst()).isEqualTo(new FoundWords.OfShard(2, 7, 2));
    }

    @Test
    void documentsThatNoRunHasWrittenAreNamed() {
        write(first, "a", 1, 0, 5);
        first.write("client", null, 3, "{}");
        write(second, "elsewhere", 1, 3, 0);
        assertThatThrownBy(this::read)
                .isInstanceOf(RunRefusedException.class)
                .hasMessage(
                        "Target index 'v2' cannot be adopted: 2 of its documents have versions that no run from this"
                                + " source has written ('client' has version 3, 'elsewhere' has version "
                                + new VersionWord(1, 3, 0).value()
                                + "). A client may have written to it. Name another target index. Nothing was"
                                + " changed.");
    }

    /// One after the other a large target would be read for hours.
    @Test
    void shardsAreAskedAtTheSameTime() throws Exception {
        write(first, "a", 1, 0, 5);
        write(second, "b", 1, 0, 9);
        CyclicBarrier together = new CyclicBarrier(2);
        List<ScannedShard> shards = Stream.of(first, second)
                .<ScannedShard>map(shard -> new Meeting(shard, together))
                .toList();
        assertThat(FoundWords.in(shards, "v2", 3, new Asking(_ -> {}, 2)).count())
                .isEqualTo(2);
    }

    /// A shard that is found only while another one is looked for.
    private record Meeting(MemoryShard shard, CyclicBarrier together) implements ScannedShard {
        @Override
        public ScannedCopy locate() {
            try {
                together.await(10, TimeUnit.SECONDS);
                return shard.locate();
            } catch (InterruptedException | BrokenBarrierException | TimeoutException e) {
                throw new IllegalStateException("nobody else is asked", e);
            }
        }

        @Override
        public ElectedPrimary elected() throws ElasticException {
            return shard.elected();
        }
    }

    private static void write(MemoryShard shard, String id, int lineage, int sourceShard, long seqNo) {
        shard.write(id, null, new VersionWord(lineage, sourceShard, seqNo).value(), "{}");
    }

    private FoundWords read() throws Exception {
        return FoundWords.in(List.of(first, second), "v2", 3, new Asking(_ -> {}));
    }
}
