package io.shardstream.ittests.scale;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.ittests.server.Rest;
import io.shardstream.ittests.server.TestPatience;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.awaitility.Awaitility;
import tools.jackson.databind.JsonNode;

/// Inserts, updates, deletes and creates anew, in bulks, one after another, until it is closed: so that what an index
/// must hold is known exactly.
final class SteadyWriter implements AutoCloseable {
    private static final int BULK = 20;
    private static final long PAUSE_NANOS = 100_000_000;

    private final Rest rest;
    private final String index;
    private final boolean isRouted;
    private final int ids;
    private final SplittableRandom random = new SplittableRandom(11);
    private final Map<Integer, Integer> live = new TreeMap<>();
    private final Thread thread = Thread.ofPlatform().unstarted(this::work);
    private volatile boolean isClosed;
    private volatile Throwable trouble = new IllegalStateException("nothing was written");
    private final AtomicInteger deleted = new AtomicInteger();
    private int operations;

    private SteadyWriter(Rest rest, String index, boolean isRouted, int ids) {
        this.rest = rest;
        this.index = index;
        this.isRouted = isRouted;
        this.ids = ids;
    }

    /// Fills the index and goes on with random operations.
    ///
    /// @param isRouted whether each document has a routing value
    /// @param ids how many ids there are, each of which has a document at first
    static SteadyWriter start(Rest rest, String index, boolean isRouted, int ids) {
        SteadyWriter writer = new SteadyWriter(rest, index, isRouted, ids);
        writer.fill();
        writer.thread.start();
        return writer;
    }

    private void fill() {
        for (int from = 0; from < ids; from += 1000) {
            StringBuilder bulk = new StringBuilder();
            for (int id = from; id < Math.min(ids, from + 1000); id++) {
                put(bulk, id);
            }
            send(bulk.toString());
        }
    }

    private void work() {
        try {
            while (!isClosed) {
                StringBuilder bulk = new StringBuilder();
                for (int i = 0; i < BULK; i++) {
                    int id = random.nextInt(ids);
                    if (random.nextInt(4) == 0 && live.remove(id) != null) {
                        bulk.append("{\"delete\":{").append(named(id)).append("}}\n");
                        deleted.incrementAndGet();
                    } else {
                        put(bulk, id);
                    }
                }
                send(bulk.toString());
                LockSupport.parkNanos(PAUSE_NANOS);
            }
            trouble = new Ended();
        } catch (RuntimeException | AssertionError e) {
            trouble = e;
        }
    }

    private void put(StringBuilder bulk, int id) {
        int value = random.nextInt(1 << 30);
        live.put(id, value);
        bulk.append("{\"index\":{").append(named(id)).append("}}\n{\"n\":").append(value);
        bulk.append(",\"text\":\"of ").append(id).append(" in ").append(index).append("\"}\n");
    }

    private String named(int id) {
        return "\"_id\":\"d" + id + "\"" + (isRouted ? ",\"routing\":\"r" + id % 97 + "\"" : "");
    }

    private void send(String bulk) {
        JsonNode answer = rest.post("/" + index + "/_bulk", bulk);
        assertThat(answer.path("errors").asBoolean(true))
                .as("errors of %s", answer)
                .isFalse();
        operations += answer.path("items").size();
    }

    /// Waits until documents have been deleted in the round that goes on.
    void awaitDeletes() {
        int before = deleted.get();
        Awaitility.await().atMost(TestPatience.LIMIT).until(() -> !thread.isAlive() || deleted.get() >= before + BULK);
    }

    /// Ends the writing, and states that it went well.
    ///
    /// @return how many documents the index holds
    int finish() {
        close();
        assertThat(trouble).isInstanceOf(Ended.class);
        assertThat(deleted.get()).as("deletes").isPositive();
        return live.size();
    }

    /// Operations that were acknowledged; after [#finish()].
    int operations() {
        return operations;
    }

    @Override
    public void close() {
        isClosed = true;
        try {
            assertThat(thread.join(TestPatience.LIMIT)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static final class Ended extends RuntimeException {
        private static final long serialVersionUID = 1;
    }
}
