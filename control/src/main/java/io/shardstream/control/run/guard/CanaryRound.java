package io.shardstream.control.run.guard;

import io.shardstream.common.elastic.ElasticException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// Sends a canary to some of the data nodes at the same time, in turn, so that a look never costs production
/// more than some thousand searches of shards, and never takes longer than the slowest node may take. Used by
/// one thread.
final class CanaryRound {
    /// To one node, where the index has few shards.
    private static final int MOST_OF_A_NODE = 5;

    /// A canary searches all shards of the index, wherever it is sent.
    private static final int MOST_SHARD_SEARCHES = 4096;

    private static final double NANOS_PER_MILLI = 1e6;

    private final int searches;
    private final Duration patience;
    private final LongSupplier nanoTime;
    private int turn;

    /// @param shards of the index that is searched
    /// @param patience how long to wait for all nodes together
    CanaryRound(int shards, Duration patience, LongSupplier nanoTime) {
        this.searches = Math.max(1, MOST_SHARD_SEARCHES / Math.max(1, shards));
        this.patience = patience;
        this.nanoTime = nanoTime;
    }

    /// A search that goes to one node. Blocks.
    @FunctionalInterface
    interface Search {
        void send() throws ElasticException;
    }

    /// How long the searches took on the nodes whose turn it is, in milliseconds. A node that fails or does
    /// not answer in time counts as one that took as long as is waited: it is the one that must be left
    /// alone.
    ///
    /// @param nodes by name
    /// @throws ElasticException if no node answered
    Map<String, List<Double>> times(Map<String, Search> nodes) throws ElasticException {
        List<String> asked = next(List.copyOf(nodes.keySet()));
        Map<String, Search> wanted = new LinkedHashMap<>();
        asked.forEach(name -> {
            Search search = nodes.get(name);
            if (search != null) {
                wanted.put(name, search);
            }
        });
        int ofEach = Math.clamp(searches / Math.max(1, wanted.size()), 1, MOST_OF_A_NODE);
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        try {
            List<Future<List<Double>>> answers = threads.invokeAll(
                    wanted.values().stream()
                            .<Callable<List<Double>>>map(search -> () -> times(search, ofEach))
                            .toList(),
                    patience.toNanos(),
                    TimeUnit.NANOSECONDS);
            return timesOf(List.copyOf(wanted.keySet()), answers);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ElasticException.Malformed("The canary was given up");
        } finally {
            threads.shutdownNow();
        }
    }

    private List<String> next(List<String> names) {
        List<String> rotated = new ArrayList<>(names);
        Collections.rotate(rotated, names.isEmpty() ? 0 : -(turn % names.size()));
        List<String> some = rotated.subList(0, Math.min(searches, rotated.size()));
        turn = names.isEmpty() ? 0 : (turn + some.size()) % names.size();
        return some;
    }

    private List<Double> times(Search search, int count) throws ElasticException {
        List<Double> times = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            long begun = nanoTime.getAsLong();
            search.send();
            times.add((nanoTime.getAsLong() - begun) / NANOS_PER_MILLI);
        }
        return times;
    }

    private Map<String, List<Double>> timesOf(List<String> names, List<Future<List<Double>>> answers)
            throws ElasticException, InterruptedException {
        Map<String, List<Double>> times = new LinkedHashMap<>();
        ElasticException failure = null;
        int answered = 0;
        for (int i = 0; i < names.size(); i++) {
            List<Double> tooLong = List.of((double) patience.toMillis());
            try {
                times.put(names.get(i), answers.get(i).get());
                answered++;
            } catch (CancellationException e) {
                times.put(names.get(i), tooLong);
            } catch (ExecutionException e) {
                failure = failureOf(e.getCause());
                times.put(names.get(i), tooLong);
            }
        }
        if (answered == 0 && failure != null) {
            throw failure;
        }
        return times;
    }

    private static ElasticException failureOf(@Nullable Throwable cause) {
        return switch (cause) {
            case ElasticException failure -> failure;
            case RuntimeException failure -> throw failure;
            case null, default -> throw new IllegalStateException("A canary has failed", cause);
        };
    }
}
