package io.shardstream.writer.send;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.writer.lane.Lane;
import java.util.List;
import org.junit.jupiter.api.Test;

class RetryQueueTest {
    /// nanoTime may be anything, and may pass Long.MAX_VALUE.
    private static final long START = Math.subtractExact(Long.MAX_VALUE, 5);

    private final RetryQueue queue = new RetryQueue(START);

    @Test
    void aBulkComesBackWhenItIsDueAndTheEarlierFirst() {
        Bulk late = Records.bulkOf(Records.lane(0, 1, 1, 0)).again();
        Bulk early = Records.bulkOf(Records.lane(1, 1, 1, 0)).again();
        queue.add(late, START + 20);
        queue.add(early, START + 10);
        assertThat(queue.take(START + 9)).isEmpty();
        assertThat(queue.take(START + 20)).contains(early);
        assertThat(queue.take(START + 20)).contains(late);
        assertThat(queue.take(START + 20)).isEmpty();
    }

    @Test
    void itsLaneIsHeldUntilItIsAnswered() {
        Lane lane = Records.lane(0, 1, 1, 0);
        Bulk bulk = Records.bulkOf(lane).again();
        queue.add(bulk, START);
        assertThat(lane.isHeld()).isTrue();
        queue.take(START);
        assertThat(lane.isHeld()).isTrue();
        queue.answered(bulk);
        assertThat(lane.isHeld()).isFalse();
    }

    @Test
    void recordsOfALaneThatWasGivenUpDoNotComeBack() {
        Lane lost = Records.lane(0, 2, 1, 0);
        Lane kept = Records.lane(1, 1, 1, 0);
        Bulk both = new Bulk(List.of(lost.take(0), kept.take(0), lost.take(0)), 3);
        queue.add(both, START);
        queue.add(new Bulk(both.entries().subList(0, 1), 1), START);
        lost.close();
        Bulk left = queue.take(START).orElseThrow();
        assertThat(left.lanes()).containsExactly(kept);
        assertThat(left.failures()).isEqualTo(3);
        assertThat(queue.take(START)).isEmpty();
    }
}
