package io.shardstream.control.preflight.sample;

import io.shardstream.common.elastic.ElasticException;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/// Does the same to many things, some of them at the same time.
final class SampleWorkers {
    private final int number;
    private final LongSupplier nanoTime;

    SampleWorkers(int number, LongSupplier nanoTime) {
        this.number = number;
        this.nanoTime = nanoTime;
    }

    /// What is done to one of them.
    @FunctionalInterface
    interface Task<T> {
        void doTo(T one) throws ElasticException;
    }

    /// Nanoseconds in which lanes were at work, all lanes together: a lane that has nothing left to do does
    /// not count.
    ///
    /// @throws ElasticException if a task throws it; the other lanes end what they have begun
    <T> long each(List<T> all, Task<T> task) throws ElasticException {
        Queue<T> left = new ConcurrentLinkedQueue<>(all);
        AtomicLong busy = new AtomicLong();
        List<Future<?>> lanes = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int lane = 0; lane < number; lane++) {
                lanes.add(threads.submit(() -> {
                    work(left, task, busy);
                    return busy;
                }));
            }
        }
        for (Future<?> lane : lanes) {
            requireDone(lane);
        }
        return busy.get();
    }

    private <T> void work(Queue<T> left, Task<T> task, AtomicLong busy) throws ElasticException {
        for (T one = left.poll(); one != null; one = left.poll()) {
            long begun = nanoTime.getAsLong();
            try {
                task.doTo(one);
            } catch (ElasticException e) {
                left.clear();
                throw e;
            }
            busy.addAndGet(nanoTime.getAsLong() - begun);
        }
    }

    private static void requireDone(Future<?> lane) throws ElasticException {
        try {
            lane.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof ElasticException elastic) {
                throw elastic;
            }
            throw new IllegalStateException(e.getCause());
        }
    }
}
