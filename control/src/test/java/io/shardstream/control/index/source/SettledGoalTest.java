package io.shardstream.control.index.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.control.index.FakeNode;
import io.shardstream.control.index.IndexDescription;
import io.shardstream.control.state.finding.RunRefusedException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/// C-39: a source whose translog is synced later than writes are acknowledged.
class SettledGoalTest {
    private static final IndexDescription INDEX = IndexDescription.of(
            "cities",
            new JsonMapper()
                    .readTree("{\"settings\":{\"index.uuid\":\"u\",\"index.number_of_shards\":\"2\","
                            + "\"index.number_of_replicas\":\"0\"},\"mappings\":{},\"aliases\":{}}"),
            1024);
    private static final String FLUSH = "POST /cities/_flush";

    private FakeNode node;
    private Duration now = Duration.ZERO;

    @BeforeEach
    void start() throws IOException {
        node = new FakeNode("source").answers("/cities/_flush", 200, "{}");
    }

    @AfterEach
    void stop() {
        node.close();
    }

    @Test
    void whatIsSettledIsTheGoalAtOnce() throws ElasticException {
        holds(4, 4, -1, -1);
        assertThat(goal(true).read(false)).containsExactly(4L, -1L);
        assertThat(node.requests()).hasSize(1);
    }

    @Test
    void whatIsAcknowledgedAndNotSettledIsFlushedAndIsPartOfTheGoal() throws ElasticException {
        holds(4, 4, -1, 99);
        node.whenAsked(FLUSH, () -> holds(4, 6, 99, 99));
        assertThat(goal(true).read(false)).containsExactly(4L, 99L);
        assertThat(now).isLessThan(Duration.ofSeconds(1));
    }

    @Test
    void writesThatAreUnderWayAreOnlyWaitedFor() throws ElasticException {
        holds(3, 4, 5, 5);
        goalAfter(Duration.ofMillis(300), () -> holds(4, 9, 5, 5));
        assertThat(node.requests()).doesNotContain(FLUSH);
    }

    @Test
    void aSourceThatMayNotBeAskedIsWaitedFor() throws ElasticException {
        holds(-1, 99, 5, 5);
        assertThat(goalAfter(Duration.ofSeconds(90), () -> holds(99, 99, 5, 5))).containsExactly(99L, 5L);
        assertThat(node.requests()).doesNotContain(FLUSH);
    }

    @Test
    void whatIsNotSettledInTimeIsRefused() {
        holds(4, 4, -1, 99);
        assertThatThrownBy(() -> goal(true).read(false))
                .isInstanceOf(RunRefusedException.class)
                .hasMessageStartingWith("Shard 1 of source index 'cities' has acknowledged operations up to number 99"
                        + " and has settled them up to -1 only, after 120 s")
                .hasMessageContaining("index.translog.sync_interval");
        assertThat(node.requests()).contains(FLUSH);
    }

    /// Then a later try may do.
    @Test
    void aUserWhoMayNotFlushWaits() throws ElasticException {
        holds(-1, 99, 5, 5);
        node.answers("/cities/_flush", 403, "{'error':{'type':'security_exception','reason':'no'}}");
        node.whenAsked(FLUSH, () -> node.whenAsked(FLUSH, () -> holds(99, 99, 5, 5)));
        assertThat(goal(true).read(false)).containsExactly(99L, 5L);
    }

    @Test
    void whatALostPrimaryHadAloneIsNotWaitedFor() throws ElasticException {
        holds(-1, 99, 5, 5);
        node.whenAsked(FLUSH, () -> holds(40, 40, 5, 5));
        assertThat(goal(true).read(false)).containsExactly(40L, 5L);
    }

    @Test
    void aRunThatFollowsItsSourceDoesNotWait() throws ElasticException {
        holds(4, 4, -1, 99);
        assertThat(goal(true).read(true)).containsExactly(4L, -1L);
    }

    @Test
    void aPrimaryThatIsHandedOverIsAskedAgain() throws ElasticException {
        node.answers("/cities/_stats/docs", 200, "{'indices':{}}");
        assertThat(goalAfter(Duration.ofSeconds(2), () -> holds(4, 4, -1, -1))).containsExactly(4L, -1L);
    }

    @Test
    void anAnswerWithoutNumbersIsNoGoal() {
        node.answers("/cities/_stats/docs", 200, "{'indices':{}}");
        assertThatThrownBy(() -> goal(true).read(false)).isInstanceOf(RunRefusedException.class);
    }

    private SettledGoal goal(boolean mayFlush) {
        return new SettledGoal(node.cluster(), INDEX, mayFlush, time -> now = now.plus(time), () -> now.toNanos());
    }

    private List<Long> goalAfter(Duration time, Runnable then) throws ElasticException {
        return new SettledGoal(
                        node.cluster(),
                        INDEX,
                        false,
                        pause -> {
                            now = now.plus(pause);
                            if (now.compareTo(time) >= 0) {
                                then.run();
                            }
                        },
                        () -> now.toNanos())
                .read(false);
    }

    private void holds(long settled, long highest, long otherSettled, long otherHighest) {
        node.answers("/cities/_stats/docs", 200, """
            {'indices':{'cities':{'shards':{
            '0':[{'routing':{'state':'STARTED','primary':true},'seq_no':{'global_checkpoint':%d,'max_seq_no':%d}}],
            '1':[{'routing':{'state':'STARTED','primary':true},'seq_no':{'global_checkpoint':%d,'max_seq_no':%d}}]}}}}\
            """.formatted(settled, highest, otherSettled, otherHighest));
    }
}
