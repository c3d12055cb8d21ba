package io.shardstream.common.primary;

import io.shardstream.common.elastic.ElasticException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// A question that all shards of one process ask at about the same time: whoever comes while it is under way
/// shares the next answer, since what was asked before need not hold any more.
final class SharedSurvey<T> {
    private final Question<T> question;
    /// Fair, since those who wait share what the first of them learns: one who has just been answered must not come in
    /// before them.
    private final Lock oneAtATime = new ReentrantLock(true);
    private final AtomicLong begun = new AtomicLong();
    private @Nullable T answer;

    SharedSurvey(Question<T> question) {
        this.question = question;
    }

    /// What is asked. Blocks.
    @FunctionalInterface
    interface Question<T> {
        T ask() throws ElasticException, NotPrimaryException;
    }

    /// An answer to a question that was asked after this call. Blocks.
    T afterNow() throws ElasticException, NotPrimaryException {
        long begunBefore = begun.get();
        oneAtATime.lock();
        try {
            T shared = answer;
            if (begun.get() > begunBefore && shared != null) {
                return shared;
            }
            begun.incrementAndGet();
            // A failure is told to the one who asked; the next one tries again.
            answer = null;
            T fresh = question.ask();
            answer = fresh;
            return fresh;
        } finally {
            oneAtATime.unlock();
        }
    }
}
