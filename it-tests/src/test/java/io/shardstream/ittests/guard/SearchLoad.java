package io.shardstream.ittests.guard;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.elastic.Call;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/// Searches as production would send them: so many a second, whether those before have been answered or not. Latencies
/// count from when a search was due.
final class SearchLoad implements AutoCloseable {
    private static final long NANOS_PER_SECOND = 1_000_000_000;
    private static final double NANOS_PER_MILLI = 1e6;

    private final ElasticCluster cluster;
    private final String index;
    private final String body;
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final AtomicLong failed = new AtomicLong();
    private volatile Queue<Double> latencies = new ConcurrentLinkedQueue<>();

    SearchLoad(ElasticCluster cluster, String index, String body) {
        this.cluster = cluster;
        this.index = index;
        this.body = body;
    }

    SearchLoad begin(int perSecond) {
        long period = NANOS_PER_SECOND / perSecond;
        long begun = System.nanoTime();
        AtomicLong number = new AtomicLong();
        var _ = clock.scheduleAtFixedRate(
                () -> {
                    long due = begun + number.getAndIncrement() * period;
                    threads.execute(() -> search(due));
                },
                0,
                period,
                TimeUnit.NANOSECONDS);
        return this;
    }

    private void search(long due) {
        Queue<Double> into = latencies;
        try {
            cluster.send(Call.post("/" + index + "/_search", Bytes.utf8(body)).with("request_cache", "false"))
                    .orThrow();
            into.add((System.nanoTime() - due) / NANOS_PER_MILLI);
        } catch (ElasticException e) {
            failed.incrementAndGet();
        }
    }

    /// The latencies of the searches that were sent since this was last asked, in milliseconds, the shortest first.
    List<Double> take() {
        Queue<Double> taken = latencies;
        latencies = new ConcurrentLinkedQueue<>();
        return taken.stream().sorted().toList();
    }

    long failed() {
        return failed.get();
    }

    @Override
    public void close() {
        clock.shutdownNow();
        threads.shutdownNow();
    }
}
