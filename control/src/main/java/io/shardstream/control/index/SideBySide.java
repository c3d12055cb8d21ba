package io.shardstream.control.index;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.loop.Sleeper;
import io.shardstream.common.shard.NotPrimaryException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Carries errands out in threads of their own, some at once, and hands on what came of them in their order.
public final class SideBySide {
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(100);
    private static final Duration LONGEST_END = Duration.ofSeconds(5);

    private final int atOnce;
    private final Sleeper watch;

    /// @param atOnce how many are under way, or have been carried out and not handed on
    /// @param watch told again and again, with a time of zero, while errands are under way; what it throws
    ///     ends all
    public SideBySide(int atOnce, Sleeper watch) {
        this.atOnce = atOnce;
        this.watch = watch;
    }

    /// Blocks. When one fails the others are interrupted.
    ///
    /// @param sink called by the caller's thread
    public <T> void carryOut(List<Callable<T>> errands, Consumer<T> sink)
            throws ElasticException, NotPrimaryException, InterruptedException {
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        try {
            Deque<Future<T>> underWay = new ArrayDeque<>();
            int next = 0;
            while (next < errands.size() || !underWay.isEmpty()) {
                while (next < errands.size() && underWay.size() < atOnce) {
                    underWay.addLast(threads.submit(errands.get(next)));
                    next++;
                }
                T done = await(underWay);
                underWay.removeFirst();
                sink.accept(done);
            }
        } finally {
            threads.shutdownNow();
            awaitEnd(threads);
        }
    }

    /// What errands use may be closed by whoever called.
    private static void awaitEnd(ExecutorService threads) {
        try {
            boolean _ = threads.awaitTermination(LONGEST_END.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /// What the first of them brings, unless another one fails before.
    private <T> T await(Deque<Future<T>> underWay) throws ElasticException, NotPrimaryException, InterruptedException {
        while (true) {
            watch.sleep(Duration.ZERO);
            for (Future<T> errand : underWay) {
                if (errand.state() == Future.State.FAILED) {
                    rethrow(errand.exceptionNow());
                }
            }
            try {
                return underWay.getFirst().get(BETWEEN_LOOKS.toMillis(), TimeUnit.MILLISECONDS);
            } catch (TimeoutException e) {
                // It is still under way.
            } catch (ExecutionException e) {
                rethrow(e.getCause());
            }
        }
    }

    private static void rethrow(@Nullable Throwable cause)
            throws ElasticException, NotPrimaryException, InterruptedException {
        switch (cause) {
            case ElasticException failure -> throw failure;
            case NotPrimaryException failure -> throw failure;
            case InterruptedException failure -> throw failure;
            case RuntimeException failure -> throw failure;
            case Error failure -> throw failure;
            case null, default -> throw new IllegalStateException("An errand has failed", cause);
        }
    }
}
