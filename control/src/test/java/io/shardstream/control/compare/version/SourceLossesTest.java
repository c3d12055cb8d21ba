package io.shardstream.control.compare.version;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.AcceptedHistory;
import io.shardstream.common.contract.record.Checkpoint;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.routing.ShardRouting;
import io.shardstream.control.index.cluster.ShardReach;
import io.shardstream.control.state.RunState;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;

/// Whether a source still has what was read of it.
class SourceLossesTest {
    private static final Checkpoint READ = new Checkpoint("docs", "u", "h", 1, 7, 8, 80, 9);

    @Test
    void aShardThatHasWhatWasReadHasLostNothing() {
        assertThat(problem(READ, Optional.empty(), new ShardReach("h", 9))).isEmpty();
        assertThat(problem(READ, Optional.empty(), new ShardReach("h", 10))).isEmpty();
    }

    @Test
    void oneOfWhichNothingWasReadHasLostNothing() {
        assertThat(losses(Map.of(), Optional.empty()).problem("cities", List.of(new ShardReach("h", -1))))
                .isEmpty();
    }

    /// Its last numbers may have been published, and the checkpoint does not say so of all of them.
    @Test
    void fewerNumbersThanMayHaveBeenReadAreALoss() {
        assertThat(problem(READ, Optional.empty(), new ShardReach("h", 8)))
                .hasValueSatisfying(
                        why -> assertThat(why).startsWith("shard 0 of 'cities' has lost operations since it was read"));
    }

    @Test
    void anotherHistoryIsALossHoweverFarItIs() {
        assertThat(problem(READ, Optional.empty(), new ShardReach("stale", 1_000)))
                .hasValueSatisfying(why ->
                        assertThat(why).startsWith("shard 0 of 'cities' has begun a new history since it was read"));
    }

    /// Nobody needs what the source has lost then. It counts only as long as readers have not begun it.
    @Test
    void aHistoryThatWasAcceptedIsNone() {
        AcceptedHistory accepted = new AcceptedHistory(0, "stale", 2, 4);
        assertThat(problem(READ, Optional.of(accepted), new ShardReach("stale", 4)))
                .isEmpty();
        assertThat(problem(READ, Optional.of(accepted), new ShardReach("h", 8))).isPresent();
        Checkpoint begun = new Checkpoint("docs", "u", "stale", 2, 4, 5, 50);
        assertThat(problem(begun, Optional.of(accepted), new ShardReach("stale", 3)))
                .isPresent();
    }

    /// As where the topic of checkpoints has lost them.
    @Test
    void withoutACheckpointTheAcceptedHistoryCounts() {
        SourceLosses losses = losses(Map.of(), Optional.of(new AcceptedHistory(0, "stale", 2, 4)));
        assertThat(losses.problem("cities", List.of(new ShardReach("stale", 4))))
                .isEmpty();
        assertThat(losses.problem("cities", List.of(new ShardReach("newer", 4))))
                .isPresent();
    }

    @Test
    void whatKafkaDoesNotTellMayBeLost() {
        SourceLosses losses = new SourceLosses(
                () -> {
                    throw new TimeoutException("no answer");
                },
                _ -> Optional.empty());
        assertThat(losses.problem("cities", List.of(new ShardReach("h", 9))))
                .hasValue("Kafka does not say what was read of 'cities' (no answer)");
    }

    private static Optional<String> problem(Checkpoint read, Optional<AcceptedHistory> accepted, ShardReach now) {
        return losses(Map.of(0, read), accepted).problem("cities", List.of(now));
    }

    private static SourceLosses losses(Map<Integer, Checkpoint> read, Optional<AcceptedHistory> accepted) {
        RunPlan plan = new RunPlan(
                "cities", "u", 1, "v2", "t", new ShardRouting(1, 1024, 1), "write", "docs", 1000, List.of(0L), 1);
        return new SourceLosses(() -> new RunState(plan, read, List.of(8L), List.of(8L), 0), _ -> accepted);
    }
}
