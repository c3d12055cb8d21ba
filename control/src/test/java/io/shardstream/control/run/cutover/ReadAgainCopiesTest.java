package io.shardstream.control.run.cutover;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Blocked;
import io.shardstream.common.contract.record.Checkpoint;
import io.shardstream.common.contract.record.Pause;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.routing.ShardRouting;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.control.index.cluster.ShardReach;
import io.shardstream.control.run.reread.LastCopies;
import io.shardstream.control.state.RunState;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.KafkaException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What `resume --read-again` would delete for good.
class ReadAgainCopiesTest {
    private final MemoryCluster source = new MemoryCluster("old").with("cities", "s");
    private final Map<String, byte[]> said = new HashMap<>();
    private long written = 6;
    private List<Long> ends = List.of(7L);
    private Set<Integer> cut = Set.of();
    private long earlier;
    private boolean isKafkaSilent;

    @BeforeEach
    void prepared() {
        said.put(RunPlan.KEY, plan().encode());
        source.reach.put("cities", List.of(new ShardReach("h", 9)));
    }

    @Test
    void aSourceThatIsWholeHasItAll() throws Exception {
        assertThat(unlessAccepted(0)).isEmpty();
    }

    @Test
    void whatOnlyKafkaHasOfASourceThatIsGoneIsDeletedByItsNumberOnly() throws Exception {
        source.remove("cities");
        assertThat(unlessAccepted(0))
                .hasValueSatisfying(why -> assertThat(why)
                        .contains("index 'cities' is gone, and 1 document is in Kafka", "--accept-unwritten 1"));
        assertThat(unlessAccepted(1)).isEmpty();
    }

    @Test
    void soIsWhatAShardHasLostThatWasPutBack() throws Exception {
        source.reach.put("cities", List.of(new ShardReach("h", 4)));
        assertThat(unlessAccepted(0)).isPresent();
        source.reach.put("cities", List.of(new ShardReach("restored", 9)));
        assertThat(unlessAccepted(0)).isPresent();
        written = 7;
        assertThat(unlessAccepted(0)).isEmpty();
    }

    /// It may have forgotten any of those that are kept.
    @Test
    void ofATargetThatWasRestoredAllThatIsKeptCounts() throws Exception {
        said.put(Blocked.key(Blocked.TARGET), new Blocked(Blocked.TARGET, "another history", Instant.EPOCH).encode());
        said.put(Pause.KEY, new Pause("the target was changed", Instant.EPOCH).encode());
        source.remove("cities");
        assertThat(unlessAccepted(6)).hasValueSatisfying(why -> assertThat(why).contains("--accept-unwritten 7"));
    }

    /// What waits in another lane is not written because this one lacks what was.
    @Test
    void allThatIsKeptCountsWhereALaneHasLostItsEnd() throws Exception {
        source.remove("cities");
        ends = List.of(3L, 2L);
        assertThat(unlessAccepted(6))
                .hasValueSatisfying(why -> assertThat(why)
                        .contains("7 documents are in Kafka", "so that writers end", "--accept-unwritten 7 reads")
                        .doesNotContain("Start 'writer'"));
        assertThat(unlessAccepted(7)).isEmpty();
    }

    /// Its length does not tell how many of them nobody has written.
    @Test
    void soItDoesWhereALaneWasCutAndFilledUpAgain() throws Exception {
        source.remove("cities");
        cut = Set.of(0);
        assertThat(unlessAccepted(6)).hasValueSatisfying(why -> assertThat(why).contains("--accept-unwritten 7 reads"));
    }

    /// It is deleted with the rest, and nobody writes it any more.
    @Test
    void allThatAnEarlierAttemptHasLeftCounts() throws Exception {
        earlier = 20;
        assertThat(unlessAccepted(0)).isEmpty();
        source.remove("cities");
        assertThat(unlessAccepted(20))
                .hasValueSatisfying(why -> assertThat(why)
                        .contains("20 are what an earlier 'resume --read-again' has left", "--accept-unwritten 21")
                        .doesNotContain("Start 'writer'"));
        assertThat(unlessAccepted(21)).isEmpty();
    }

    /// Its checkpoints may be what was lost.
    @Test
    void whatCannotBeCountedStaysOnlyWhereTheSourceIsGone() throws Exception {
        isKafkaSilent = true;
        assertThat(unlessAccepted(0)).isEmpty();
        source.remove("cities");
        assertThat(unlessAccepted(1000))
                .hasValueSatisfying(
                        why -> assertThat(why).contains("cannot be counted").doesNotContain("--accept"));
    }

    private Optional<String> unlessAccepted(long accepted) throws Exception {
        return new LastCopies("x", new ControlRecords(said), source, new LastCopies.Held() {
                    @Override
                    public RunState state() {
                        told();
                        Checkpoint read = new Checkpoint("docs", "s", "h", 1, 9, 7, 0);
                        List<Long> committed = ends.size() == 1 ? List.of(written) : List.of(written, 0L);
                        return new RunState(plan(), Map.of(0, read), ends, committed, 0);
                    }

                    @Override
                    public long kept() {
                        told();
                        return 7;
                    }

                    @Override
                    public long keptEarlier() {
                        told();
                        return earlier;
                    }

                    @Override
                    public Set<Integer> cut() {
                        told();
                        return cut;
                    }
                })
                .unlessAccepted(accepted);
    }

    private void told() {
        if (isKafkaSilent) {
            throw new KafkaException("no");
        }
    }

    private static RunPlan plan() {
        return new RunPlan(
                "cities",
                "s",
                1,
                "v2",
                "t",
                new ShardRouting(1, 1024, 1),
                "Shardstream-x-Write-id",
                "docs",
                1000,
                List.of(0L),
                1);
    }
}
