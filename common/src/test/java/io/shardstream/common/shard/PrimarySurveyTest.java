package io.shardstream.common.shard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.elastic.ElasticSettings;
import io.shardstream.common.shard.PrimarySurvey.Claim;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PrimarySurveyTest {
    private static final long BEGUN = -7;

    private final Answers answers = new Answers();
    private ElasticCluster cluster;
    /// Nodes that have not answered, as many as there are answers to come.
    private final List<String> silent = new ArrayList<>();

    private long nanos = BEGUN;

    @BeforeEach
    void start() throws ElasticException {
        cluster = ElasticCluster.of(ElasticSettings.open(
                "source", List.of(URI.create("http://127.0.0.1:1")), Duration.ofMinutes(5), "test"));
    }

    @AfterEach
    void stop() {
        cluster.close();
    }

    @Test
    void whereAllAreSlowTheFirstPrimaryIsWaitedFor() throws Exception {
        answers.after(20_000);
        answers.after(60_000, claim(0, 1));

        assertThat(survey(2).claims()).extracting(Claim::shard).containsExactly(0);
    }

    @Test
    void aNodeThatIsSoonAfterAnotherIsHeard() throws Exception {
        answers.after(1000, claim(0, 1));
        answers.after(5000, claim(1, 1));

        assertThat(survey(2).claims()).extracting(Claim::shard).containsExactly(0, 1);
    }

    @Test
    void aNodeThatIsSilentWhileAnotherHasAPrimaryIsPassedOverAfterFiveSeconds() throws Exception {
        answers.after(1000, claim(0, 1));
        answers.after(5001, claim(1, 1));

        PrimarySurvey survey = survey(3);

        assertThat(survey.claims()).extracting(Claim::shard).containsExactly(0);
        assertThat(survey.failures())
                .extracting(Throwable::getMessage)
                .containsExactly("2 of 3 nodes did not answer within 5 s: node-1, node-2");
        assertThat(Duration.ofNanos(nanos - BEGUN)).isEqualTo(Duration.ofSeconds(5));
    }

    @Test
    void theOthersHaveNoMoreTimeWhenTheFirstPrimaryComesLate() throws Exception {
        answers.after(8000, claim(0, 1));
        answers.after(8001, claim(1, 1));

        assertThat(survey(2).claims()).extracting(Claim::shard).containsExactly(0);
    }

    @Test
    void aNodeThatFailsIsToldAndTheOthersAreHeard() throws Exception {
        IllegalStateException broken = new IllegalStateException("no connection");
        answers.failing(10, broken);
        answers.after(30_000, claim(0, 1));

        PrimarySurvey survey = survey(2);

        assertThat(survey.failures()).containsExactly(broken);
        assertThat(survey.claims()).extracting(Claim::shard).containsExactly(0);
    }

    @Test
    void nobodyIsWaitedForWhenAllHaveAnswered() throws Exception {
        answers.after(10, claim(0, 1));

        assertThat(survey(1).failures()).isEmpty();
    }

    @Test
    void ofTwoThatSayTheyHaveAPrimaryTheOneOfTheHigherTermHasIt() throws Exception {
        Claim newer = claim(0, 12);
        answers.after(10, claim(0, 9), claim(1, 99));
        answers.after(20, newer);
        answers.after(30, claim(0, 10));

        assertThat(survey(3).primaryOf("source", "cities", 0)).isEqualTo(newer);
    }

    @Test
    void thatNobodyHasAPrimaryIsToldWithWhatNodesSaid() throws Exception {
        answers.after(10, claim(0, 1));
        answers.failing(20, new IllegalStateException("no connection"));
        PrimarySurvey survey = survey(2);

        assertThatThrownBy(() -> survey.primaryOf("source", "cities", 1))
                .isInstanceOf(NotPrimaryException.class)
                .hasMessage("No node of the source says that it holds the primary of cities[1]; no connection");
    }

    /// C-37.
    @Test
    void nodesThatAreSilentAreNamed() throws Exception {
        answers.after(10, claim(0, 1));
        PrimarySurvey survey = survey(2);

        assertThatThrownBy(() -> survey.primaryOf("source", "cities", 1))
                .hasMessageEndingWith("of cities[1]; 1 of 2 nodes did not answer within 5 s: node-1");
    }

    @Test
    void aNodeTellsHowManyPrimariesItHas() throws Exception {
        NodeIndex both = node();
        answers.after(10, claim(both, 0, 1), claim(both, 1, 1));
        answers.after(20, claim(2, 1));

        assertThat(survey(2).primariesOn(both)).isEqualTo(2);
    }

    private PrimarySurvey survey(int asked) throws InterruptedException {
        IntStream.range(0, asked).forEach(node -> silent.add("node-" + node));
        return PrimarySurvey.of(answers, asked, silent, () -> nanos);
    }

    private NodeIndex node() {
        return new NodeIndex(cluster.nodeAtPublishAddress("127.0.0.1:1"), new ServerVersion(9, 5), "cities");
    }

    private Claim claim(int shard, long term) {
        return claim(node(), shard, term);
    }

    private static Claim claim(NodeIndex node, int shard, long term) {
        return new Claim(
                shard, node, new CopyNumbers(new CopyIdentity(term, "allocation", "uuid", "history"), 0, 0, 0));
    }

    /// Answers that come at their times; whoever waits for them turns the clock.
    private final class Answers implements CompletionService<List<Claim>> {
        private final Deque<Answer> open = new ArrayDeque<>();

        private record Answer(long at, CompletableFuture<List<Claim>> future) {}

        void after(long millis, Claim... claims) {
            add(millis, CompletableFuture.completedFuture(List.of(claims)));
        }

        void failing(long millis, Throwable failure) {
            add(millis, CompletableFuture.failedFuture(failure));
        }

        private void add(long millis, CompletableFuture<List<Claim>> future) {
            open.addLast(new Answer(BEGUN + TimeUnit.MILLISECONDS.toNanos(millis), future));
        }

        @Override
        public Future<List<Claim>> take() {
            if (open.isEmpty()) {
                throw new AssertionError("that would be waited for for ever");
            }
            Answer answer = open.removeFirst();
            silent.removeFirst();
            nanos = Math.max(nanos, answer.at());
            return answer.future();
        }

        @Override
        public @Nullable Future<List<Claim>> poll(long timeout, TimeUnit unit) {
            long until = nanos + Math.max(0, unit.toNanos(timeout));
            if (open.isEmpty() || open.getFirst().at() > until) {
                nanos = until;
                return null;
            }
            return take();
        }

        @Override
        public @Nullable Future<List<Claim>> poll() {
            return poll(0, TimeUnit.NANOSECONDS);
        }

        @Override
        public Future<List<Claim>> submit(Callable<List<Claim>> task) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Future<List<Claim>> submit(Runnable task, List<Claim> result) {
            throw new UnsupportedOperationException();
        }
    }
}
