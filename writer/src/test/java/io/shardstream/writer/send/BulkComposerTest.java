package io.shardstream.writer.send;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.runfile.BulkScope;
import io.shardstream.writer.lane.Entry;
import io.shardstream.writer.lane.Lane;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BulkComposerTest {
    private static final long BULK = 10_000;
    private static final long LINGER = 50;

    private final BulkComposer composer = new BulkComposer(BulkScope.AUTO, Duration.ofNanos(LINGER));

    @Test
    void theFullestLaneFillsABulkAlone() {
        Lane small = Records.lane(0, 1, 100, 0);
        Lane full = Records.lane(1, 30, 1000, 0);
        Bulk bulk = composer.next(List.of(small, full), BULK, false, 0).orElseThrow();
        assertThat(bulk.lanes()).containsExactly(full);
        assertThat(bulk.entries()).hasSize(8);
        assertThat(bulk.entries()).extracting(Entry::offset).isSorted().startsWith(0L);
        assertThat(full.peek()).isNotNull().extracting(Entry::offset).isEqualTo(8L);
    }

    @Test
    void smallLanesShareABulkOnceTogetherTheyFillOne() {
        List<Lane> lanes = List.of(Records.lane(0, 5, 1000, 0), Records.lane(1, 5, 1000, 0));
        Bulk bulk = composer.next(lanes, BULK, false, 0).orElseThrow();
        assertThat(bulk.lanes()).hasSize(2);
        assertThat(bulk.entries()).hasSize(8);
    }

    @Test
    void aFewRecordsWaitForCompanyButNotForLong() {
        List<Lane> lanes = List.of(Records.lane(0, 2, 100, 1000));
        assertThat(composer.next(lanes, BULK, false, 1000 + LINGER - 1)).isEmpty();
        assertThat(composer.next(lanes, BULK, false, 1000 + LINGER)
                        .orElseThrow()
                        .entries())
                .hasSize(2);
        assertThat(composer.next(lanes, BULK, false, 1000 + LINGER)).isEmpty();
    }

    @Test
    void nothingIsWaitedForWhileNoBulkIsUnderWay() {
        List<Lane> lanes = List.of(Records.lane(0, 2, 100, 1000));
        assertThat(composer.next(lanes, BULK, true, 1000).orElseThrow().entries())
                .hasSize(2);
    }

    @Test
    void aDocumentLongerThanABulkGoesAlone() {
        Lane lane = Records.lane(0, 2, 50_000, 0);
        assertThat(composer.next(List.of(lane), BULK, false, 0).orElseThrow().entries())
                .hasSize(1);
        assertThat(composer.next(List.of(lane), BULK, false, 0).orElseThrow().entries())
                .hasSize(1);
    }

    @Test
    void aHeldLaneGivesNothing() {
        Lane lane = Records.lane(0, 30, 1000, 0);
        lane.hold();
        assertThat(composer.next(List.of(lane), BULK, false, LINGER)).isEmpty();
        lane.release();
        assertThat(composer.next(List.of(lane), BULK, false, LINGER)).isPresent();
    }

    @Test
    void aBulkOfOneShardIsNeverFilledUpFromOthers() {
        BulkComposer byShard = new BulkComposer(BulkScope.SHARD, Duration.ofNanos(LINGER));
        Lane small = Records.lane(0, 2, 1000, 0);
        Lane larger = Records.lane(1, 5, 1000, 0);
        assertThat(byShard.next(List.of(small, larger), 2 * BULK, false, LINGER - 1))
                .isEmpty();
        assertThat(byShard.next(List.of(small, larger), BULK, false, LINGER)
                        .orElseThrow()
                        .lanes())
                .containsExactly(larger);
        assertThat(byShard.next(List.of(small, larger), BULK, true, 0)
                        .orElseThrow()
                        .lanes())
                .containsExactly(small);
    }

    @Test
    void aSmallLaneHasItsTurnBesideOneThatAlwaysFillsABulk() {
        for (BulkScope scope : List.of(BulkScope.SHARD, BulkScope.AUTO)) {
            BulkComposer composer = new BulkComposer(scope, Duration.ofNanos(LINGER));
            Lane large = Records.lane(0, 100, 1000, 0);
            Lane small = Records.lane(1, 1, 100, 1);
            assertThat(lanes(composer, LINGER, large, small)).containsExactly(0);
            assertThat(lanes(composer, LINGER + 1, large, small)).contains(1);
            assertThat(lanes(composer, LINGER + 2, large, small)).containsExactly(0);
        }
    }

    private static List<Integer> lanes(BulkComposer composer, long nanos, Lane... lanes) {
        return composer.next(List.of(lanes), BULK, false, nanos).orElseThrow().lanes().stream()
                .map(Lane::partition)
                .toList();
    }

    /// A bulk has room for documents of two of them only.
    @Test
    void ofLanesWithLargeDocumentsEachHasItsTurn() {
        for (BulkScope scope : List.of(BulkScope.NODE, BulkScope.AUTO)) {
            BulkComposer composer = new BulkComposer(scope, Duration.ofNanos(LINGER));
            Lane[] lanes = IntStream.range(0, 5)
                    .mapToObj(lane -> Records.lane(lane, 2, 4_000, 0))
                    .toArray(Lane[]::new);
            List<Integer> turns = new ArrayList<>();
            for (int time = 1; time <= 5; time++) {
                turns.addAll(lanes(composer, time * LINGER, lanes));
            }
            assertThat(turns).as("%s", scope).containsExactly(0, 1, 2, 3, 4, 0, 1, 2, 3, 4);
        }
    }

    @Test
    void aBulkOfANodeHoldsRecordsOfAllItsShardsEvenIfOneCouldFillIt() {
        Lane full = Records.lane(0, 30, 1000, 0);
        Lane other = Records.lane(1, 3, 1000, 0);
        assertThat(new BulkComposer(BulkScope.NODE, Duration.ofNanos(LINGER))
                        .next(List.of(full, other), BULK, false, 0)
                        .orElseThrow()
                        .entries())
                .extracting(entry -> entry.lane().partition())
                .containsExactly(0, 1, 0, 1, 0, 1, 0, 0);
    }
}
