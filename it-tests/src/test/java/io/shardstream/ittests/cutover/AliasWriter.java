package io.shardstream.ittests.cutover;

import io.shardstream.ittests.server.Rest;
import io.shardstream.ittests.server.TestPatience;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

/// An application that knows an alias alone. It writes, overwrites and deletes one document after the other, and
/// remembers which index has acknowledged what.
final class AliasWriter implements AutoCloseable {
    private static final int IDS = 200;
    private static final long PAUSE = Duration.ofMillis(20).toNanos();

    private final Rest rest;
    private final String alias;
    private final List<Acknowledged> acknowledged = new CopyOnWriteArrayList<>();
    private final List<String> trouble = new CopyOnWriteArrayList<>();
    private final AtomicInteger refused = new AtomicInteger();
    private final Thread thread;
    private volatile boolean isOver;

    /// @param body null for a delete
    private record Acknowledged(
            String index, String id, @Nullable String body) {}

    AliasWriter(Rest rest, String alias) {
        this.rest = rest;
        this.alias = alias;
        this.thread = Thread.ofPlatform().name("alias writer").start(this::write);
    }

    private void write() {
        for (int number = 0; !isOver; number++) {
            String id = "c-" + number % IDS;
            @Nullable String body = number % 7 == 3 ? null : "{ \"n\":" + number + ",  \"kind\" : \"client\" }";
            try {
                hear(id, body, rest.send(body == null ? "DELETE" : "PUT", "/" + alias + "/_doc/" + id, text(body)));
            } catch (UncheckedIOException e) {
                trouble.add(id + ": " + e);
            }
            LockSupport.parkNanos(PAUSE);
        }
    }

    private static String text(@Nullable String body) {
        return body == null ? "" : body;
    }

    /// A delete of what is not there is acknowledged with 404, and names the index, which a missing alias does not.
    private void hear(String id, @Nullable String body, Rest.Answer answer) {
        String index = answer.body().path("_index").asString("");
        if (!index.isEmpty() && (answer.isOk() || answer.status() == 404)) {
            acknowledged.add(new Acknowledged(index, id, body));
        } else if (answer.status() == 403) {
            refused.incrementAndGet();
        } else {
            trouble.add(id + ": " + answer);
        }
    }

    /// Waits until something more is acknowledged, which was sent after this call.
    void awaitMore() {
        int before = acknowledged.size();
        Awaitility.await()
                .atMost(TestPatience.LIMIT)
                .pollInterval(Duration.ofMillis(20))
                .until(() -> acknowledged.size() > before + 1);
    }

    /// How many writes met a block so far.
    int refused() {
        return refused.get();
    }

    /// Answers that are neither success nor a block.
    List<String> trouble() {
        return trouble;
    }

    /// What an index must hold, by id.
    ///
    /// @param before what it held before this began to write
    /// @param by the indices whose acknowledgements count
    Map<String, String> expected(Map<String, String> before, Predicate<String> by) {
        Map<String, String> all = new TreeMap<>(before);
        for (Acknowledged one : acknowledged) {
            if (by.test(one.index())) {
                if (one.body() == null) {
                    all.remove(one.id());
                } else {
                    all.put(one.id(), one.body());
                }
            }
        }
        return all;
    }

    /// Writes nothing any more, and waits for the last answer.
    @Override
    public void close() {
        isOver = true;
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
