package io.shardstream.ittests.proxy;

import io.shardstream.ittests.server.TestPatience;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

/// A point at which a proxy holds a message until the test says what becomes of it.
public final class HoldPoint {

    private final Direction direction;
    private final Predicate<String> wanted;
    private final boolean lasting;
    private final AtomicInteger toGo;
    private final AtomicInteger held = new AtomicInteger();
    private final CompletableFuture<String> reached = new CompletableFuture<>();
    private final CompletableFuture<Boolean> passes = new CompletableFuture<>();

    /// @param wanted told what an exchange is, such as `POST /index/_bulk` or `PRODUCE client-id`
    /// @param number which of those is held, the first is 1
    /// @param lasting whether all that come after it are held too
    HoldPoint(Direction direction, Predicate<String> wanted, int number, boolean lasting) {
        this.direction = direction;
        this.wanted = wanted;
        this.lasting = lasting;
        this.toGo = new AtomicInteger(number);
    }

    /// Waits until a message is held here and tells what exchange it belongs to.
    public String awaitReached() {
        try {
            return reached.get(TestPatience.LIMIT.toSeconds(), TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            throw new IllegalStateException("nothing reached the point within " + TestPatience.LIMIT, e);
        } catch (ExecutionException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /// How many messages are held here now. Each is of a connection of its own, on which nothing comes after it.
    public int held() {
        return held.get();
    }

    public boolean isReached() {
        return reached.isDone();
    }

    /// Lets the held message go on, and any that comes later.
    public void pass() {
        passes.complete(true);
    }

    /// Throws away what is held and closes its connection; what comes later goes on.
    public void swallow() {
        passes.complete(false);
    }

    /// Holds the message if it is the one; returns whether it goes on.
    boolean admit(Direction at, String exchange) {
        if (at != direction || !wanted.test(exchange) || !isDue()) {
            return true;
        }
        held.incrementAndGet();
        reached.complete(exchange);
        boolean goesOn = passes.join();
        held.decrementAndGet();
        return goesOn;
    }

    private boolean isDue() {
        int left = toGo.decrementAndGet();
        return lasting ? left <= 0 && !passes.isDone() : left == 0;
    }
}
