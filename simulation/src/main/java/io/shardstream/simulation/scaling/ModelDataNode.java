package io.shardstream.simulation.scaling;

import io.shardstream.simulation.kernel.Kernel;
import java.util.LinkedHashSet;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.function.Consumer;

/// A data node: some threads that index so many bytes a second each, and a queue in front of them that
/// refuses what it has no place for.
final class ModelDataNode {
    static final int THREADS = 4;
    static final double BYTES_PER_SECOND = 10e6;

    private static final int QUEUE = 1000;
    private static final long OVERHEAD = 3_000_000;
    private static final double SECOND = 1e9;

    private final Kernel kernel;
    private final String name;
    private final PriorityQueue<Long> freeAt = new PriorityQueue<>();
    private final Set<Request> open = new LinkedHashSet<>();
    private int inside;
    private boolean gone;
    private long indexed;
    private long refused;

    /// A bulk that was sent to this node and is not answered.
    interface Request {
        /// The node is gone, and the connection with it.
        void broke();
    }

    /// What became of a share.
    enum Fate {
        INDEXED,
        REFUSED,
        LOST
    }

    ModelDataNode(Kernel kernel, String name) {
        this.kernel = kernel;
        this.name = name;
        for (int i = 0; i < THREADS; i++) {
            freeAt.add(0L);
        }
    }

    String name() {
        return name;
    }

    boolean isGone() {
        return gone;
    }

    /// Bytes that it has indexed.
    long indexed() {
        return indexed;
    }

    /// Shares of bulks that it had no place for.
    long refused() {
        return refused;
    }

    /// Bulks that were sent to it and are not answered.
    int underWay() {
        return open.size();
    }

    void opened(Request request) {
        open.add(request);
    }

    void answered(Request request) {
        open.remove(request);
    }

    /// Indexes the share of a bulk whose primaries are here.
    void index(long bytes, Consumer<Fate> then) {
        if (inside >= QUEUE + THREADS) {
            refused++;
            then.accept(Fate.REFUSED);
            return;
        }
        inside++;
        Long free = freeAt.remove();
        double noise = 0.85 + 0.3 * kernel.random().nextDouble();
        long end = Math.max(kernel.nanos(), free) + OVERHEAD + (long) (bytes / BYTES_PER_SECOND * SECOND * noise);
        freeAt.add(end);
        kernel.after(end - kernel.nanos(), () -> {
            inside--;
            if (gone) {
                then.accept(Fate.LOST);
            } else {
                indexed += bytes;
                then.accept(Fate.INDEXED);
            }
        });
    }

    /// SIGKILL.
    void kill() {
        gone = true;
        Set.copyOf(open).forEach(Request::broke);
        open.clear();
    }
}
