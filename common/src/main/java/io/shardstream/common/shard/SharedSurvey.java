package io.shardstream.common.shard;

import io.shardstream.common.elastic.ElasticException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// A question that all shards of one process ask at about the same time: whoever comes while it is under way
/// shares the next answer, since what was asked before need not hold any more.
///
/// A failure is shared in the same way. Where a node does not answer, many who wait for it would otherwise
/// wait for one time limit after another.
///
/// Whoever asks first waits a moment before the question is sent, since many threads that begin together come
/// one after the other: all of them share this question then, and not the one after it.
final class SharedSurvey<T> {
    private static final long GATHERING = TimeUnit.MILLISECONDS.toNanos(1);

    private final Question<T> question;
    /// Fair, since those who wait share what the first of them learns: one who has just been answered must
    /// not come in before them.
    private final Lock oneAtATime = new ReentrantLock(true);
    private final AtomicLong begun = new AtomicLong();
    private @Nullable Outcome<T> outcome;

    SharedSurvey(Question<T> question) {
        this.question = question;
    }

    /// What is asked. Blocks.
    @FunctionalInterface
    interface Question<T> {
        T ask() throws ElasticException, NotPrimaryException;
    }

    private sealed interface Outcome<T> {
        T get() throws ElasticException, NotPrimaryException;
    }

    private record Answered<T>(T answer) implements Outcome<T> {
        @Override
        public T get() {
            return answer;
        }
    }

    private record Failed<T>(ElasticException failure) implements Outcome<T> {
        @Override
        public T get() throws ElasticException {
            throw failure;
        }
    }

    private record NoPrimary<T>(NotPrimaryException failure) implements Outcome<T> {
        @Override
        public T get() throws NotPrimaryException {
            throw failure;
        }
    }

    /// The outcome of a question that was asked after this call. Blocks.
    ///
    /// @throws NotPrimaryException also if the thread was interrupted while it waited for another one's
    ///     question
    T afterNow() throws ElasticException, NotPrimaryException {
        long begunBefore = begun.get();
        awaitTurn();
        try {
            Outcome<T> shared = outcome;
            if (begun.get() > begunBefore && shared != null) {
                return shared.get();
            }
            LockSupport.parkNanos(this, GATHERING);
            begun.incrementAndGet();
            outcome = null;
            Outcome<T> fresh = ask();
            // Who was interrupted has not heard the server: the next one asks it.
            outcome = Thread.currentThread().isInterrupted() ? null : fresh;
            return fresh.get();
        } finally {
            oneAtATime.unlock();
        }
    }

    /// Whoever asks may wait for a node that says nothing. Those who wait for it must be able to stop before.
    private void awaitTurn() throws NotPrimaryException {
        try {
            oneAtATime.lockInterruptibly();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new NotPrimaryException("The wait for an answer that other shards have asked for was given up");
        }
    }

    private Outcome<T> ask() {
        try {
            return new Answered<>(question.ask());
        } catch (ElasticException e) {
            return new Failed<>(e);
        } catch (NotPrimaryException e) {
            return new NoPrimary<>(e);
        }
    }
}
