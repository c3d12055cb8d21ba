package io.shardstream.common.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(600)
class LoopRunnerTest {
    private final AtomicBoolean closed = new AtomicBoolean();
    private final AtomicBoolean closedInterrupted = new AtomicBoolean();

    @Test
    void stepsUntilClosedAndClosesTheLoop() throws InterruptedException {
        CountDownLatch stepped = new CountDownLatch(3);
        LoopRunner runner = LoopRunner.start(
                loop(() -> {
                    stepped.countDown();
                    return 0;
                }),
                Duration.ofMillis(1));
        stepped.await();
        runner.close();
        assertThat(closed).isTrue();
        assertThat(runner.end()).isCompleted();
    }

    @Test
    void closingWakesALoopThatRests() throws InterruptedException {
        CountDownLatch stepped = new CountDownLatch(1);
        LoopRunner runner = LoopRunner.start(
                loop(() -> {
                    stepped.countDown();
                    return 0;
                }),
                Duration.ofDays(1));
        stepped.await();
        runner.close();
        assertThat(runner.end()).isCompleted();
    }

    @Test
    void aMessageWakesALoopThatRests() throws InterruptedException {
        Mailbox mailbox = new Mailbox();
        CountDownLatch stepped = new CountDownLatch(1);
        CountDownLatch read = new CountDownLatch(1);
        LoopRunner runner = LoopRunner.start(
                loop(() -> {
                    int done = mailbox.drain();
                    stepped.countDown();
                    return done;
                }),
                Duration.ofDays(1));
        stepped.await();
        mailbox.execute(read::countDown);
        read.await();
        runner.close();
        assertThat(runner.end()).isCompleted();
    }

    @Test
    void aStepThatThrowsEndsTheLoopWithThatFailure() {
        LoopRunner runner = LoopRunner.start(
                loop(() -> {
                    throw new BlockedException("look here");
                }),
                Duration.ofMillis(1));
        assertThatThrownBy(() -> runner.end().join())
                .isInstanceOf(CompletionException.class)
                .hasRootCauseMessage("look here");
        runner.close();
        assertThat(closed).isTrue();
    }

    @Test
    void stoppingDoesNotWaitForTheStepAtHand() throws InterruptedException {
        CountDownLatch stepping = new CountDownLatch(1);
        CountDownLatch answer = new CountDownLatch(1);
        LoopRunner runner = LoopRunner.start(
                loop(() -> {
                    stepping.countDown();
                    return await(answer);
                }),
                Duration.ofDays(1));
        stepping.await();
        runner.stop();
        assertThat(closed).isFalse();
        answer.countDown();
        runner.end().join();
        assertThat(closed).isTrue();
    }

    @Test
    void aStepThatWaitsForAServerIsInterruptedAndTheLoopClosesUnhurt() throws InterruptedException {
        CountDownLatch stepping = new CountDownLatch(1);
        LoopRunner runner = LoopRunner.start(
                loop(() -> {
                    stepping.countDown();
                    return await(new CountDownLatch(1));
                }),
                Duration.ofDays(1));
        stepping.await();
        runner.close(Duration.ZERO, Duration.ofMinutes(1));
        assertThat(closed).isTrue();
        assertThat(closedInterrupted).isFalse();
        assertThat(runner.end()).as("no failure of the loop's").isCompleted();
    }

    @Test
    void aStepThatEndsInAnErrorWhenItIsInterruptedLeavesNothingOfThatToTheClosing() throws InterruptedException {
        CountDownLatch stepping = new CountDownLatch(1);
        LoopRunner runner = LoopRunner.start(
                loop(() -> {
                    stepping.countDown();
                    try {
                        return await(new CountDownLatch(1));
                    } catch (IllegalStateException e) {
                        throw new AssertionError(e);
                    }
                }),
                Duration.ofDays(1));
        stepping.await();
        runner.close(Duration.ZERO, Duration.ofMinutes(1));
        assertThat(closed).isTrue();
        assertThat(closedInterrupted).isFalse();
        assertThat(runner.end()).isCompletedExceptionally();
    }

    @Test
    void aStepThatDoesNotEndIsLeftBehind() throws InterruptedException {
        CountDownLatch stepping = new CountDownLatch(1);
        CountDownLatch answer = new CountDownLatch(1);
        LoopRunner runner = LoopRunner.start(
                loop(() -> {
                    stepping.countDown();
                    return awaitDeafly(answer);
                }),
                Duration.ofDays(1));
        stepping.await();
        runner.close(Duration.ZERO, Duration.ZERO);
        assertThat(closed).isFalse();
        answer.countDown();
        runner.end().join();
        assertThat(closed).isTrue();
    }

    private static int await(CountDownLatch answer) {
        try {
            answer.await();
            return 1;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static int awaitDeafly(CountDownLatch answer) {
        while (true) {
            try {
                return await(answer);
            } catch (IllegalStateException e) {
                // As a library does that cannot be interrupted.
                boolean _ = Thread.interrupted();
            }
        }
    }

    private Loop loop(IntSupplier step) {
        return new Loop() {
            @Override
            public String name() {
                return "test-loop";
            }

            @Override
            public int doWork() {
                return step.getAsInt();
            }

            @Override
            public void close() {
                closedInterrupted.set(Thread.currentThread().isInterrupted());
                closed.set(true);
            }
        };
    }
}
