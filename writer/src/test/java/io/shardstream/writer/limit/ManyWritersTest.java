package io.shardstream.writer.limit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What limits come to together that know nothing of each other, at a node whose capacity is known.
class ManyWritersTest {
    private static final int THREADS = 4;
    private static final double BYTES_PER_SECOND = 10e6;
    private static final long BULK = 5 << 20;
    private static final int MOST = 16;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void oneWriterUsesTheNodeAndHardlyMakesAnyBulkWait(long seed) {
        ModelNode node = new ModelNode(THREADS, 200, BYTES_PER_SECOND, seed);
        node.join(MOST, BULK);
        node.run(30);

        assertThat((double) node.run(60)).isGreaterThan(0.9 * 60 * THREADS * BYTES_PER_SECOND);
        assertThat(node.underWay()).isBetween(THREADS, THREADS + 5);
        assertThat(node.refusals).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 5, 20})
    void severalShareTheNodeFairlyAndItsQueueStaysShort(int writers) {
        ModelNode node = new ModelNode(THREADS, 200, BYTES_PER_SECOND, writers);
        List<ModelNode.Writer> all =
                IntStream.range(0, writers).mapToObj(_ -> node.join(MOST, BULK)).toList();
        node.run(60);
        all.forEach(writer -> writer.taken = 0);

        assertThat((double) node.run(120)).isGreaterThan(0.9 * 120 * THREADS * BYTES_PER_SECOND);
        assertThat(node.underWay()).isLessThanOrEqualTo(THREADS + 6 * writers);
        LongSummaryStatistics taken =
                all.stream().mapToLong(writer -> writer.taken).summaryStatistics();
        assertThat((double) taken.getMax()).isLessThan(5.0 * taken.getMin());
    }

    @Test
    void aNodeThatBecomesFourTimesSlowerIsNotFlooded() {
        ModelNode node = new ModelNode(THREADS, 200, BYTES_PER_SECOND, 7);
        node.join(MOST, BULK);
        node.run(60);
        node.slowDown(4);
        node.run(30);

        assertThat((double) node.run(60)).isGreaterThan(0.85 * 60 * THREADS * BYTES_PER_SECOND / 4);
        assertThat(node.underWay()).isLessThanOrEqualTo(THREADS + 5);
    }

    @Test
    void aNodeWithOneThreadAndOnePlaceRefusesLittleOfWhatManySend() {
        ModelNode node = new ModelNode(1, 1, BYTES_PER_SECOND, 9);
        IntStream.range(0, 5).forEach(_ -> node.join(MOST, BULK));
        node.run(60);
        node.refusals = 0;
        long bytes = node.run(120);

        assertThat((double) bytes).isGreaterThan(0.6 * 120 * BYTES_PER_SECOND);
        assertThat(node.refusals / 120.0).isLessThan(10);
    }
}
