package io.shardstream.control.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.TargetHistories;
import io.shardstream.common.contract.record.TargetShape;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.shard.ElectedPrimary;
import io.shardstream.common.shard.NotPrimaryException;
import io.shardstream.common.shard.RunningPrimaries;
import io.shardstream.control.compare.scan.ScannedCopy;
import io.shardstream.control.compare.scan.ScannedShard;
import io.shardstream.control.compare.version.MemoryShard;
import io.shardstream.control.index.target.TargetNumbers;
import io.shardstream.control.index.target.TargetState;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ElectedCopiesTest {
    private static final TargetState SEEN = new TargetState(
            Optional.of("It has a pipeline."),
            new TargetShape(Map.of("dynamic", "1")),
            new TargetHistories(List.of("a", "b", "c", "d")),
            new TargetNumbers(List.of(40L, 41L, 42L, 43L), List.of(50L, 51L, 52L, 53L)));

    private final MemoryShard primary = new MemoryShard();
    private final MemoryShard cutOff = new MemoryShard();

    @Test
    void onlyTheCopiesThatTheClusterHoldsForPrimariesAreBelieved() throws Exception {
        primary.index("x", "{}");
        primary.index("y", "{}");
        primary.unsettled(1);
        cutOff.index("x", "{}");
        cutOff.cutOff();
        TargetState told = new ElectedCopies(List.of(new MemoryShard(), primary, cutOff, new Lost()), _ -> {})
                .of(SEEN, List.of(1, 2, 3));
        assertThat(told)
                .isEqualTo(new TargetState(
                        SEEN.problem(),
                        SEEN.refusal(),
                        SEEN.shape(),
                        new TargetHistories(List.of("a", "h", "", "")),
                        new TargetNumbers(List.of(40L, 0L, -1L, -1L), List.of(50L, 1L, Long.MAX_VALUE, Long.MAX_VALUE)),
                        new RunningPrimaries(
                                Map.of(1, primary.locate().numbers().identity()))));
    }

    /// A shard without a primary.
    private record Lost() implements ScannedShard {
        @Override
        public ScannedCopy locate() throws NotPrimaryException {
            throw new NotPrimaryException("no node has it");
        }

        @Override
        public ElectedPrimary elected() throws ElasticException {
            throw new AssertionError("nobody says that it is the primary");
        }
    }
}
