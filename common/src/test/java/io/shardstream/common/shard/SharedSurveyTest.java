package io.shardstream.common.shard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.elastic.ElasticException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class SharedSurveyTest {
    private final AtomicInteger asked = new AtomicInteger();
    private final CompletableFuture<Boolean> firstMayEnd = new CompletableFuture<>();
    private final List<Object> heard = new CopyOnWriteArrayList<>();
    private final SharedSurvey<Integer> survey = new SharedSurvey<>(this::answer);
    private volatile int failing = Integer.MAX_VALUE;

    private int answer() throws ElasticException {
        int number = asked.incrementAndGet();
        if (number == 1) {
            firstMayEnd.join();
        }
        if (number >= failing) {
            throw new ElasticException.Malformed("answer " + number);
        }
        return number;
    }

    private void hear() {
        try {
            heard.add(survey.afterNow());
        } catch (ElasticException | NotPrimaryException e) {
            heard.add(e.getMessage());
        }
    }

    /// Begins one question, and several that come while it is under way.
    private void hearMany() throws Exception {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            Thread thread = Thread.ofPlatform().start(this::hear);
            threads.add(thread);
            while (thread.isAlive() && thread.getState() != Thread.State.WAITING) {
                Thread.onSpinWait();
            }
        }
        firstMayEnd.complete(true);
        for (Thread thread : threads) {
            thread.join();
        }
    }

    @Test
    void whoComesWhileAQuestionIsUnderWaySharesTheNextAnswer() throws Exception {
        hearMany();

        assertThat(heard).containsExactlyInAnyOrder(1, 2, 2, 2, 2);
    }

    @Test
    void whoComesLaterAsksAnew() throws Exception {
        firstMayEnd.complete(true);

        assertThat(survey.afterNow()).isEqualTo(1);
        assertThat(survey.afterNow()).isEqualTo(2);
    }

    @Test
    void aFailureIsSharedAsAnAnswerIs() throws Exception {
        failing = 2;

        hearMany();

        assertThat(heard).containsExactlyInAnyOrder(1, "answer 2", "answer 2", "answer 2", "answer 2");
    }

    @Test
    void aFailureOfWhoWasInterruptedIsNotShared() throws Exception {
        CompletableFuture<Boolean> under = new CompletableFuture<>();
        SharedSurvey<Integer> interrupted = new SharedSurvey<>(() -> {
            if (asked.incrementAndGet() == 1) {
                firstMayEnd.join();
            }
            if (asked.get() == 2) {
                under.complete(true);
                Thread.currentThread().interrupt();
                throw new ElasticException.Malformed("interrupted");
            }
            return asked.get();
        });
        Thread first = Thread.ofPlatform().start(() -> ask(interrupted));
        awaitWaiting(first);
        Thread second = Thread.ofPlatform().start(() -> ask(interrupted));
        awaitWaiting(second);
        Thread third = Thread.ofPlatform().start(() -> ask(interrupted));
        awaitWaiting(third);
        firstMayEnd.complete(true);
        first.join();
        second.join();
        third.join();

        assertThat(under).isCompleted();
        assertThat(heard).containsExactlyInAnyOrder(1, "interrupted", 3);
    }

    private void ask(SharedSurvey<Integer> of) {
        try {
            heard.add(of.afterNow());
        } catch (ElasticException | NotPrimaryException e) {
            heard.add(e.getMessage());
        }
    }

    private static void awaitWaiting(Thread thread) {
        while (thread.isAlive() && thread.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
    }

    @Test
    void whoWaitsForTheQuestionOfAnotherStopsWaitingWhenItIsInterrupted() throws Exception {
        Thread first = Thread.ofPlatform().start(this::hear);
        awaitWaiting(first);
        Thread second = Thread.ofPlatform().start(() -> {
            hear();
            heard.add(Thread.currentThread().isInterrupted());
        });
        awaitWaiting(second);

        second.interrupt();
        second.join();

        assertThat(heard).containsExactly("The wait for an answer that other shards have asked for was given up", true);
        firstMayEnd.complete(true);
        first.join();
    }

    @Test
    void whoComesAfterAFailureAsksAnew() throws Exception {
        failing = 1;
        firstMayEnd.complete(true);
        assertThatThrownBy(survey::afterNow).hasMessage("answer 1");
        failing = Integer.MAX_VALUE;

        assertThat(survey.afterNow()).isEqualTo(2);
    }
}
